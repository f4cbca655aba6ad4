import { index, prefix, route, type RouteConfig } from '@react-router/dev/routes'

/** Every page of the site, below /{lng}. Sections that are not built yet are closed by the catch-all. */
export default [
  index('shell/to-language.screen.tsx'),
  ...prefix(':lng', [
    index('modules/line/web/home.screen.tsx'),
    route('search', 'modules/line/web/search.screen.tsx'),
    route('favorites', 'modules/line/web/favorites.screen.tsx'),
    ...(['line', 'live'] as const).flatMap((root) => [
      route(root, 'modules/line/web/line.screen.tsx', { id: `${root}-all` }),
      route(`${root}/:sport`, 'modules/line/web/line.screen.tsx', { id: `${root}-sport` }),
      route(`${root}/:sport/:champ`, 'modules/line/web/line.screen.tsx', { id: `${root}-champ` }),
      route(`${root}/:sport/:champ/:game`, 'modules/line/web/event.screen.tsx', { id: `${root}-game` }),
    ]),
    route('login', 'modules/auth/web/login.screen.tsx'),
    route('two-factor', 'modules/auth/web/two-factor.screen.tsx'),
    route('password', 'modules/auth/web/password.screen.tsx'),
    route('password-reset', 'modules/auth/web/password-reset.screen.tsx'),
    route('registration', 'modules/account/web/registration/registration.screen.tsx'),
    route('office', 'modules/account/web/office/office.screen.tsx', [
      index('modules/account/web/office/overview.screen.tsx'),
      route('recharge', 'modules/payments/web/recharge.screen.tsx'),
      route('payments', 'modules/payments/web/payments.screen.tsx'),
      route('history', 'modules/bets/web/history.screen.tsx'),
      route('security', 'modules/security/web/security.screen.tsx'),
      route('security/two-factor-off', 'modules/security/web/two-factor-off.screen.tsx'),
      route('settings', 'modules/account/web/office/settings.screen.tsx'),
    ]),
    route('coupon/:couponNumber', 'modules/bets/web/bet.screen.tsx'),
    route('information/:document', 'modules/account/web/document.screen.tsx'),
    route('dev/inspect', 'modules/dev/web/inspect.screen.tsx'),
    route('dev/gallery', 'modules/dev/web/gallery.screen.tsx'),
    route('*', 'shell/not-found.screen.tsx'),
  ]),
] satisfies RouteConfig
