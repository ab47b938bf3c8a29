package dev.lintel.controller.sync;

import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.sync.cloud.Known;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/// What this box's policy has that people of a service may refer to: as it stands when it is asked for.
public record ServiceKnown(PolicyCatalog catalog) implements Known {
    @Override
    public Facts facts() {
        Policy policy = catalog.snapshot().policy();
        Policy.Account account = policy.account();
        List<CredentialType> types = policy.credentialTypes().stream()
                .map(type -> new CredentialType(type.id(), type.slug(), type.code()))
                .toList();
        return new Facts(
                ids(policy.roles(), Policy.Role::id),
                ids(policy.groups(), Policy.Group::id),
                ids(policy.channels(), Policy.Channel::id),
                types,
                account == null ? ZoneOffset.UTC : ZoneId.of(account.timeZone()));
    }

    private static <T> Set<Long> ids(List<T> all, ToLongFunction<T> id) {
        return all.stream().map(id::applyAsLong).collect(Collectors.toUnmodifiableSet());
    }
}
