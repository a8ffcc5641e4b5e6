declare const BUILD_VERSION: string | undefined
declare const ROUTE_PATHS: readonly string[] | undefined

/** As `1.2.3+0a1b2c3d4e5f`; from sources: `unbuilt`. */
export const VERSION = typeof BUILD_VERSION === 'string' ? BUILD_VERSION : 'unbuilt'

export const CLIENT_ROUTES = typeof ROUTE_PATHS === 'undefined' ? [] : ROUTE_PATHS
