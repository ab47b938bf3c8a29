package dev.lintel.controller.console;

import dev.lintel.controller.commission.LetIn;
import dev.lintel.controller.commission.TrialWatch;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.store.EventStore;

/// The pages that put a box into service, put together: the steps, doors, readers on a line, what cards say,
/// who passes.
record CommissionSteps(
        CommissionPages steps,
        CommissionDoors doors,
        CommissionBuses buses,
        CommissionLines lines,
        CommissionLearn learn,
        CommissionPasses passes,
        SitePages site) {
    static CommissionSteps of(Pages pages, Console.Parts parts, LetIn letIn, Moments moments) {
        var desk = parts.commissioning();
        var wires = parts.wires();
        var trials = new TrialWatch(desk, parts.doors(), wires.inputs(), parts.log(), new EventStore(parts.database()));
        return new CommissionSteps(
                new CommissionPages(new CommissionPages.Parts(
                        pages, desk, moments, parts.machinery().desk()::refusals)),
                new CommissionDoors(new CommissionDoors.Parts(pages, desk, trials, letIn, wires.tests())),
                new CommissionBuses(pages, desk),
                new CommissionLines(new CommissionLines.Parts(pages, desk, wires.lines())),
                new CommissionLearn(new CommissionLearn.Parts(pages, desk, wires.learning())),
                new CommissionPasses(pages, desk.siteDesk()),
                new SitePages(pages, desk.siteDesk()));
    }

    void mount(Endpoints endpoints, Gate gate) {
        steps.mount(endpoints, gate);
        doors.mount(endpoints, gate);
        buses.mount(endpoints, gate);
        lines.mount(endpoints, gate);
        learn.mount(endpoints, gate);
        passes.mount(endpoints, gate);
        site.mount(endpoints, gate);
    }
}
