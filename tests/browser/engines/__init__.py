"""The app in browsers that Playwright can't drive as distributions ship them: WebKitGTK and Firefox."""
