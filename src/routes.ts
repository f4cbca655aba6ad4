import { index, type RouteConfig } from '@react-router/dev/routes'

export default [index('modules/line/web/home.screen.tsx')] satisfies RouteConfig
