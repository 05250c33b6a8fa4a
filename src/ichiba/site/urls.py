"""Addresses."""

from django.urls import path

from ichiba.site.views import errors, home, me, replay, rules, setup, table

handler400 = errors.bad_request
handler403 = errors.not_allowed
handler404 = errors.not_found
handler500 = errors.broken

urlpatterns = [
    path("", home.home, name="home"),
    path("new/<str:name>/", setup.new, name="new"),
    path("quick/<str:name>/", setup.quick, name="quick"),
    path("learn/<str:name>/", setup.learn, name="learn"),
    path("me/", me.me, name="me"),
    path("me/<str:token>/", me.arrive, name="arrive"),
    path("rules/<str:name>/", rules.rules, name="rules"),
    path("replay/", replay.upload, name="upload"),
    path("replay/<str:slug>/", replay.uploaded, name="uploaded"),
    path("replay/<str:slug>/<int:at>/", replay.uploaded_at, name="uploaded-at"),
    path("t/<str:slug>/", table.table, name="table"),
    path("t/<str:slug>/stream/", table.stream, name="stream"),
    path("t/<str:slug>/pulse/", table.pulse, name="pulse"),
    path("t/<str:slug>/join/", table.join, name="join"),
    path("t/<str:slug>/leave/", table.leave, name="leave"),
    path("t/<str:slug>/fill/", table.fill, name="fill"),
    path("t/<str:slug>/move/", table.move, name="move"),
    path("t/<str:slug>/order/", table.order, name="order"),
    path("t/<str:slug>/undo/", table.undo, name="undo"),
    path("t/<str:slug>/unveil/", table.unveil, name="unveil"),
    path("t/<str:slug>/chat/", table.chat, name="chat"),
    path("t/<str:slug>/rematch/", table.rematch, name="rematch"),
    path("t/<str:slug>/record.json", table.record, name="record"),
    path("t/<str:slug>/replay/", replay.replay, name="replay"),
    path("t/<str:slug>/replay/<int:at>/", replay.replay_at, name="replay-at"),
]
