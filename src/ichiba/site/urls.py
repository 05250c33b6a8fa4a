"""URL patterns."""

from django.urls import path

from ichiba.site import admin
from ichiba.site.api import page as api_page
from ichiba.site.api.app import api
from ichiba.site.views import (
    account,
    daily,
    errors,
    home,
    me,
    notices,
    replay,
    rules,
    service_worker,
    setup,
    table,
)

handler400 = errors.bad_request
handler403 = errors.not_allowed
handler404 = errors.not_found
handler500 = errors.broken

urlpatterns = [
    path("", home.home, name="home"),
    path("new/<str:name>/", setup.new, name="new"),
    path("quick/<str:name>/", setup.quick, name="quick"),
    path("learn/<str:name>/", setup.learn, name="learn"),
    path("gentle/<str:name>/", setup.gentle, name="gentle"),
    path("day/<str:name>/", daily.today, name="market"),
    path("day/<str:name>/play/", daily.begin, name="begin-market"),
    path("day/<str:name>/<str:day>/", daily.on_day, name="market-on-day"),
    path("me/", me.me, name="me"),
    path("me/preferences/", me.preferences, name="preferences"),
    path("language/", me.language, name="language"),
    path("me/notices/", notices.notices, name="notices"),
    path("me/notices/confirm/", notices.confirm_again, name="confirm-again"),
    path("me/notices/confirm/<str:token>/", notices.confirm, name="confirm-mail"),
    path("me/notices/stop/<str:token>/", notices.unsubscribe, name="unsubscribe"),
    path("me/notices/push/", notices.subscribe, name="subscribe"),
    path("me/notices/push/forget/", notices.unsubscribe_browser, name="forget-browser"),
    path("me/notices/feed/", notices.new_feed, name="new-feed"),
    path("me/<str:token>/", me.arrive, name="arrive"),
    path("feed/<str:token>/turns.<str:kind>", notices.feed, name="feed"),
    path("sw.js", service_worker.service_worker, name="service-worker"),
    path("manifest.webmanifest", service_worker.manifest, name="manifest"),
    path("offline/", service_worker.offline, name="offline"),
    path("account/new/", account.sign_up, name="sign-up"),
    path("account/log-in/", account.log_in, name="log-in"),
    path("account/log-out/", account.log_out, name="log-out"),
    path("account/password/", account.password, name="password"),
    path("account/email/", account.email, name="email"),
    path("account/reset/", account.reset, name="reset"),
    path("account/reset/<str:place>/<str:token>/", account.new_password, name="new-password"),
    path("account/delete/", account.delete, name="delete-account"),
    path("admin/", admin.site.urls),
    path("rules/<str:name>/", rules.rules, name="rules"),
    path("rules/<str:name>/table/", rules.at_table, name="at-table"),
    path("replay/", replay.upload, name="upload"),
    path("replay/<slug:slug>/", replay.uploaded, name="uploaded"),
    path("replay/<slug:slug>/<int:at>/", replay.uploaded_at, name="uploaded-at"),
    path("t/<slug:slug>/", table.table, name="table"),
    path("t/<slug:slug>/stream/", table.stream, name="stream"),
    path("t/<slug:slug>/pulse/", table.pulse, name="pulse"),
    path("t/<slug:slug>/join/", table.join, name="join"),
    path("t/<slug:slug>/leave/", table.leave, name="leave"),
    path("t/<slug:slug>/resign/", table.resign, name="resign"),
    path("t/<slug:slug>/put-away/", table.put_away, name="put-away"),
    path("t/<slug:slug>/fill/", table.fill, name="fill"),
    path("t/<slug:slug>/move/", table.move, name="move"),
    path("t/<slug:slug>/automatic-bids/", table.bid_automatically, name="automatic-bids"),
    path("t/<slug:slug>/undo/", table.undo, name="undo"),
    path("t/<slug:slug>/hint/", table.hint, name="hint"),
    path("t/<slug:slug>/skip/", table.skip, name="skip"),
    path("t/<slug:slug>/unveil/", table.unveil, name="unveil"),
    path("t/<slug:slug>/replace/", table.replace, name="replace"),
    path("t/<slug:slug>/back/", table.back, name="back"),
    path("t/<slug:slug>/chat/", table.say, name="chat"),
    path("t/<slug:slug>/notices/", table.notices, name="table-notices"),
    path("t/<slug:slug>/rematch/", table.rematch, name="rematch"),
    path("t/<slug:slug>/record.json", table.record, name="record"),
    path("t/<slug:slug>/replay/", replay.replay, name="replay"),
    path("t/<slug:slug>/replay/<int:at>/", replay.replay_at, name="replay-at"),
    path("api/", api_page.page, name="api"),
    path("api/v1/", api.urls),
]
