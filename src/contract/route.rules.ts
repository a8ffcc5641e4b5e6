export function routeOf(path: string, routes: readonly string[]): string | undefined {
  const isRoute = (route: string) => new RegExp(`^${route.replace(/\/\$[a-zA-Z]+/g, '/[^/]+')}/?$`).test(path)
  return routes.find((route) => !route.endsWith('/$') && isRoute(route))
}
