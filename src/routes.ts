import { index, prefix, route, type RouteConfig } from '@react-router/dev/routes'

/** Sections of the line: what each holds stands in modules/hubs/rules/sections.ts. */
const SECTIONS = [
  'cyber',
  'cyber-stream',
  'cyber-zone',
  'marble',
  'marble-live',
  'simulated-reality',
  'aftermatch-vs-live',
  'alternative',
  'long',
  'virtualsports',
  'tvgames',
  'best',
  'topgame',
  'top-events',
  'ufc',
  'politics',
]

/** Addresses of dated events that the specification names; what they show, and any further one, is configuration. */
const EVENT_HUBS = ['olympics2024', 'europa-league-2025', 'laliga', 'epl', 'ipl-2025', 'scf', 'nhl-finals', 'fifa-cwc-2025', 'nba-finals']

/** Every page of the site, below /{lng}. Sections that are not built yet are closed by the catch-all. */
export default [
  index('shell/to-language.screen.tsx'),
  ...prefix(':lng', [
    index('shell/home.screen.tsx'),
    route('home', 'shell/home.screen.tsx', { id: 'home' }),
    route('search', 'modules/line/web/search.screen.tsx'),
    route('favorites', 'modules/line/web/favorites.screen.tsx'),
    ...(['line', 'live'] as const).flatMap((root) => [
      route(root, 'modules/line/web/line.screen.tsx', { id: `${root}-all` }),
      route(`${root}/:sport`, 'modules/line/web/line.screen.tsx', { id: `${root}-sport` }),
      route(`${root}/:sport/:champ`, 'modules/line/web/line.screen.tsx', { id: `${root}-champ` }),
      route(`${root}/:sport/:champ/:game`, 'modules/line/web/event.screen.tsx', { id: `${root}-game` }),
    ]),
    ...SECTIONS.map((path) => route(path, 'modules/hubs/web/section.screen.tsx', { id: `section-${path}` })),
    ...EVENT_HUBS.map((path) => route(path, 'modules/hubs/web/event-hub.screen.tsx', { id: `event-hub-${path}` })),
    route('events/:hub', 'modules/hubs/web/event-hub.screen.tsx'),
    route('multi-live', 'modules/hubs/web/dashboard.screen.tsx'),
    route('champions', 'modules/hubs/web/champions.screen.tsx'),
    route('recommendation', 'modules/hubs/web/recommendation.screen.tsx'),
    route('filter', 'modules/hubs/web/sport-filter.screen.tsx'),
    route('duel', 'modules/hubs/web/duel.screen.tsx'),
    ...(['team', 'team/:team', 'betsonyour'] as const).map((path) =>
      route(path, 'modules/hubs/web/teams.screen.tsx', { id: `teams-${path}` }),
    ),
    route('champ/:champ/:tab?', 'modules/hubs/web/champ.screen.tsx'),
    ...(['', '/live', '/cyber'] as const).map((end) =>
      route(`express-day${end}`, 'modules/hubs/web/express.screen.tsx', { id: `express${end}` }),
    ),
    route('races/:race?', 'modules/hubs/web/races.screen.tsx'),
    route('cricket/:page?/:id?', 'modules/hubs/web/cricket.screen.tsx'),
    ...(['results', 'results/live', 'results/champ/:champ'] as const).map((path) =>
      route(path, 'modules/results/web/results.screen.tsx', { id: path }),
    ),
    route('login', 'modules/auth/web/login.screen.tsx'),
    route('two-factor', 'modules/auth/web/two-factor.screen.tsx'),
    route('password', 'modules/auth/web/password.screen.tsx'),
    route('password-reset', 'modules/auth/web/password-reset.screen.tsx'),
    route('social/:provider', 'modules/auth/web/social/social.screen.tsx'),
    route('oauth', 'modules/auth/web/social/oauth.screen.tsx'),
    route('registration', 'modules/account/web/registration/registration.screen.tsx'),
    route('office', 'modules/account/web/office/office.screen.tsx', [
      index('modules/account/web/office/overview.screen.tsx'),
      route('recharge', 'modules/payments/web/recharge.screen.tsx'),
      route('withdraw', 'modules/payments/web/withdraw.screen.tsx'),
      route('payments', 'modules/payments/web/payments.screen.tsx'),
      route('payment-requests', 'modules/payments/web/requests.screen.tsx'),
      route('paycheck', 'modules/payments/web/paycheck.screen.tsx'),
      route('rewards', 'modules/payments/web/rewards.screen.tsx'),
      route('spending', 'modules/payments/web/spending.screen.tsx'),
      ...(['payment-consultant', 'payment-consultant/create', 'payment-consultant/transactions'] as const).map((page) =>
        route(page, 'modules/payments/web/consultant.screen.tsx', { id: `office-${page}` }),
      ),
      route('history', 'modules/history/web/history.screen.tsx'),
      route('history/statement', 'modules/history/web/statement.screen.tsx'),
      ...(['mail', 'clear', 'casino-mail'] as const).map((page) =>
        route(`history/${page}`, 'modules/history/web/history-tools.screen.tsx', { id: `history-${page}` }),
      ),
      route('autobets', 'modules/history/web/history.screen.tsx', { id: 'office-autobets' }),
      ...(['interactive-bets', 'powerbet'] as const).map((page) =>
        route(page, 'modules/history/web/offers.screen.tsx', { id: `office-${page}` }),
      ),
      route('groups', 'modules/groups/web/groups.screen.tsx'),
      route('groups/new', 'modules/groups/web/new-group.screen.tsx'),
      route('groups/join', 'modules/groups/web/join.screen.tsx'),
      route('groups/:group', 'modules/groups/web/group.screen.tsx'),
      route('messages', 'modules/messages/web/messages.screen.tsx'),
      ...(['support', 'support/share-idea', 'support/admin-request', 'support/dispute'] as const).map((page) =>
        route(page, 'modules/messages/web/support.screen.tsx', { id: `office-${page}` }),
      ),
      ...(['identification', 'verification'] as const).map((page) =>
        route(page, 'modules/identity/web/identification.screen.tsx', { id: `office-${page}` }),
      ),
      route('support/:ticket', 'modules/messages/web/ticket.screen.tsx'),
      route('security', 'modules/security/web/security.screen.tsx'),
      route('security/email', 'modules/security/web/email.screen.tsx'),
      route('security/two-factor-off', 'modules/security/web/two-factor-off.screen.tsx'),
      ...(['account', 'account/edit'] as const).map((page) =>
        route(page, 'modules/account/web/office/profile.screen.tsx', { id: `office-${page}` }),
      ),
      route('settings', 'modules/account/web/office/settings.screen.tsx'),
      route('privacy', 'modules/privacy/web/privacy.screen.tsx'),
      route('settings/disallow-sports', 'modules/account/web/office/disallow-sports.screen.tsx'),
      ...(['limits', 'responsible-gambling'] as const).map((page) =>
        route(page, 'modules/protection/web/limits.screen.tsx', { id: `office-${page}` }),
      ),
      ...(['settings/mailing', 'email-subscription'] as const).map((page) =>
        route(page, 'modules/account/web/office/mailing.screen.tsx', { id: `office-${page}` }),
      ),
    ]),
    route('support', 'modules/messages/web/support.screen.tsx', { id: 'support' }),
    route('block-appeal', 'modules/auth/web/block-appeal.screen.tsx'),
    route('coupon/:couponNumber', 'modules/history/web/bet.screen.tsx'),
    route('information/cashTerminals', 'modules/payments/web/terminals.screen.tsx'),
    route('information/responsiblegaming', 'modules/protection/web/information.screen.tsx'),
    ...(['calc', 'bettingCalculator'] as const).map((page) =>
      route(`information/${page}`, 'modules/coupon/web/calculator.screen.tsx', { id: `calculator-${page}` }),
    ),
    route('information/contacts', 'modules/messages/web/contacts.screen.tsx'),
    route('information/simpleIdentification', 'modules/identity/web/simple-identification.screen.tsx'),
    route('information/:document', 'modules/content/web/document.screen.tsx'),
    route('statisticpopup/*', 'modules/statistics/web/statistics.screen.tsx'),
    route('statistic/*', 'modules/statistics/web/section.screen.tsx'),
    route('status', 'modules/content/web/status.screen.tsx'),
    route('developers', 'modules/content/web/developers.screen.tsx'),
    ...(['mobile', 'desktop', 'ipl-betting-app'] as const).map((path) =>
      route(path, 'modules/content/web/mobile.screen.tsx', { id: `app-${path}` }),
    ),
    route('information', 'modules/content/web/information.screen.tsx'),
    route('dev/inspect', 'modules/dev/web/inspect.screen.tsx'),
    route('dev/embed', 'modules/dev/web/embed.screen.tsx'),
    route('dev/gallery', 'modules/dev/web/gallery.screen.tsx'),
    route('*', 'shell/not-found.screen.tsx'),
  ]),
] satisfies RouteConfig
