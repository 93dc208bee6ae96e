from django.urls import include, path

urlpatterns = [
    # allauth's own pages, of which it wants to know the names.
    path("accounts/", include("allauth.urls")),
    path("_allauth/", include("allauth.headless.urls")),
]
