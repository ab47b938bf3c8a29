package dev.lintel.controller.console;

import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.oauth.AuthorizeRequest.Ask;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.SessionStore.Session;
import java.util.List;

/// Draws the pages of applications: what users are asked and have connected, and what developers and operators see.
final class AppPages {
    private final Pages pages;

    AppPages(Pages pages) {
        this.pages = pages;
    }

    /// The browser may be sent on to `origin` by this page's form, and to nowhere else.
    Reply consent(Session session, ConsentPage.View view, String origin) {
        String title = view.application() + " asks for access";
        Pages.Template page = (out, tags, frame) -> JteconsentGenerated.render(out, tags, frame, view);
        return pages.draw(200, Place.NONE, title, session, page).with("Content-Security-Policy", Pages.policy(origin));
    }

    /// An application that is tried out, and somebody who is no user of the test account.
    Reply notForYou(Ask ask, Session session, String again) {
        String name = ask.application().details().name();
        return pages.draw(
                403,
                Place.NONE,
                "Not for this account",
                session,
                (out, tags, frame) -> JtenotforyouGenerated.render(out, tags, frame, name, again));
    }

    Reply connected(Session session, List<ConnectedPage.Item> items, List<ConnectedPage.Ended> ended) {
        return pages.draw(
                200,
                Place.ACCOUNT,
                "Connected applications",
                session,
                (out, tags, frame) -> JteconnectedGenerated.render(out, tags, frame, items, ended));
    }

    Reply applications(Session session, List<ApplicationsPages.Row> rows, boolean events) {
        return pages.draw(
                200,
                Place.APPLICATIONS,
                "Applications",
                session,
                (out, tags, frame) -> JteapplicationsGenerated.render(out, tags, frame, rows, events));
    }

    Reply application(int status, Session session, ApplicationsPages.View view) {
        return pages.draw(
                status,
                Place.APPLICATIONS,
                view.application().details().name(),
                session,
                (out, tags, frame) -> JteapplicationGenerated.render(out, tags, frame, view));
    }

    /// `path`: of the application's page, whose `/delete` takes the form.
    Reply delete(Session session, Application application, long users, String path) {
        return pages.draw(
                200,
                path.startsWith("/developer") ? Place.DEVELOPER : Place.APPLICATIONS,
                "Delete an application",
                session,
                (out, tags, frame) -> JtedeleteappGenerated.render(out, tags, frame, application, users, path));
    }

    Reply developer(Session session, List<DeveloperPages.Row> rows) {
        return pages.draw(
                200,
                Place.DEVELOPER,
                "Your applications",
                session,
                (out, tags, frame) -> JtedeveloperGenerated.render(out, tags, frame, rows));
    }

    Reply developerForm(int status, Session session, DeveloperForm form) {
        return pages.draw(
                status,
                Place.DEVELOPER,
                form.id() == 0 ? "New application" : "Change an application",
                session,
                (out, tags, frame) -> JtedeveloperformGenerated.render(out, tags, frame, form));
    }

    Reply developerApplication(int status, Session session, DeveloperPages.View view) {
        return pages.draw(
                status,
                Place.DEVELOPER,
                view.application().details().name(),
                session,
                (out, tags, frame) -> JtedeveloperappGenerated.render(out, tags, frame, view));
    }

    Reply tryOut(Session session, Application application, List<TryLines.Step> steps) {
        return pages.draw(
                200,
                Place.DEVELOPER,
                "Try it",
                session,
                (out, tags, frame) -> JtetryoutGenerated.render(out, tags, frame, application, steps));
    }

    Reply deliveries(int status, Session session, DeliveryPages.LogView view) {
        return pages.draw(
                status,
                view.log().place(),
                "Deliveries to " + view.log().title(),
                session,
                (out, tags, frame) -> JtedeliveriesGenerated.render(out, tags, frame, view));
    }

    Reply delivery(Session session, DeliveryPages.OneView view) {
        return pages.draw(
                200,
                view.log().place(),
                "Delivery " + view.sent().row().id(),
                session,
                (out, tags, frame) -> JtedeliveryGenerated.render(out, tags, frame, view));
    }

    Reply again(Session session, DeliveryPages.PlanView view) {
        return pages.draw(
                200,
                view.log().place(),
                "Send again",
                session,
                (out, tags, frame) -> JtesendagainGenerated.render(out, tags, frame, view));
    }

    Reply webhooks(Session session, List<DeliveryWords.EndpointView> views) {
        return pages.draw(
                200,
                Place.WEBHOOKS,
                "Webhooks",
                session,
                (out, tags, frame) -> JtewebhooksGenerated.render(out, tags, frame, views));
    }

    Reply tooMuch(Session session) {
        return note(429, session, "That is a lot of changes", "Nothing was changed. Try again in a minute.");
    }

    /// A page of a few words for somebody who is signed in.
    Reply note(int status, Session session, String title, String text) {
        return pages.draw(
                status,
                Place.OTHER,
                title,
                session,
                (out, tags, frame) -> JtemessageGenerated.render(out, tags, frame, text, "/", "Back to the start"));
    }

    Reply message(int status, String title, String text) {
        return pages.message(status, title, text);
    }

    Reply redirect(String path) {
        return pages.redirect(path);
    }
}
