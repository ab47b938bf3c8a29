/// The authorization server: applications, what users allow them, and the tokens that come of it (RFC 6749, 6750, 7009,
/// 7636, 8414, 9207, 9700 and the specification's section 5). Pages for people are in `console`; the tables are
/// `oauth.db`'s.
///
/// ```
///   browser  GET  /oauth/authorize --> AuthorizeRequest: whose, whereto, what --> console's consent page
///            POST /oauth/authorize --> Permissions.allow --> 303 redirect_uri?code&state&iss
///   program  POST /oauth/token     --> Clients (who) --> Permissions.redeem | renew --> commit --> the new pair
///   program  POST /oauth/revoke    --> Clients (who) --> Permissions.revoke
///   program  GET  /api/…           --> api.SignIn --> Permissions.bearer --> Principal
/// ```
///
/// `/oauth/token` and `/oauth/revoke` have threads of their own (`api.Exchanges`) and a database of their own: nothing
/// that the box is busy with makes a renewal fail. Every handler may block. Start reading at [OAuth].
@NullMarked
package dev.lintel.controller.oauth;

import org.jspecify.annotations.NullMarked;
