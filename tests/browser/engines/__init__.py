"""The app in WebKitGTK and Firefox as packaged by distributions. Playwright can drive only its own versions of them."""
