/** Express of the day, of the line and of live, and the one of esports: a press puts all of it into the coupon (LN-09). */
import { useLocation, type LoaderFunctionArgs } from 'react-router'
import { useCouponDoor } from '#modules/coupon/web/index.ts'
import { cellName, gameAddress, LINE, LIVE, LinePrice, NothingHere, useDates, type Kind, type LineGame } from '#modules/line/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { useApi } from '#platform/web/query.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { useTopics } from '#platform/web/stream-client.ts'
import { useHiddenSports } from '#platform/web/hidden-sports.ts'
import { Button } from '#ui/Button.tsx'
import { SportIcon } from '#ui/Icon.tsx'
import { LiveDot } from '#ui/Notice.tsx'
import { Num, Price } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { toCoupon } from './express-coupon.ts'
import { useOutcomeNames } from './outcome-names.ts'
import { Failed, hasFailed } from './Failed.tsx'
import { hubMeta, languageOf, loadHub } from './hub-loader.ts'
import { HubPage, HubScreen } from './HubPage.tsx'
import { LinkTabs } from './LinkTabs.tsx'
import { expressQuery, type Express } from './queries.ts'
import { useHubTexts } from './texts.ts'
import { useExpressTotal } from './use-express-total.ts'
import { useIsInCoupon } from './use-is-in-coupon.ts'
import styles from './Express.module.css'

const ROOT = '/express-day'

/** Line, live and esports have an address each. */
function variantOf(pathname: string): { kind: Kind; cyber: boolean } {
  const last = pathname
    .replace(/\.data$/, '')
    .replace(/\/+$/, '')
    .split('/')
    .at(-1)
  return { kind: last === 'live' ? LIVE : LINE, cyber: last === 'cyber' }
}

export async function loader(args: LoaderFunctionArgs) {
  const { kind, cyber } = variantOf(new URL(args.request.url).pathname)
  return loadHub(args, {
    key: 'express',
    part: cyber ? 'express_cyber' : kind === LIVE ? 'express_live' : undefined,
    queries: [expressQuery(kind, languageOf(args.request), cyber)],
    feature: cyber ? 'cyber' : undefined,
  })
}

export const meta = hubMeta

export default function ExpressScreen() {
  return (
    <HubScreen>
      <ExpressPage />
    </HubScreen>
  )
}

function ExpressPage() {
  const text = useHubTexts()
  const { lng, features } = useSite()
  const { kind, cyber } = variantOf(useLocation().pathname)
  const all = useApi(expressQuery(kind, lng, cyber))
  const isHidden = useHiddenSports()
  // The server refuses an express with a single closed leg.
  const data = all.data?.filter(({ legs }) => !legs.some((leg) => isHidden(leg.sportId, leg.kind)))
  return (
    <HubPage
      head={
        <LinkTabs
          label={text('express_title')}
          items={[
            { to: ROOT, name: text('express_line') },
            { to: `${ROOT}/live`, name: text('express_live') },
            ...(features['cyber'] ? [{ to: `${ROOT}/cyber`, name: text('express_cyber') }] : []),
          ]}
        />
      }
    >
      {hasFailed(all) ? (
        <Failed asked={[all]} />
      ) : data === undefined ? (
        <SkeletonRows rows={6} height="56px" />
      ) : data.length === 0 ? (
        <NothingHere message={text('express_nothing')} label={text('onward')} to={kind === LIVE ? '/live' : '/line'} />
      ) : (
        <div className={styles.list}>
          {data.map((express, index) => (
            <ExpressCard key={express.id} express={express} number={index + 1} />
          ))}
        </div>
      )}
    </HubPage>
  )
}

/** A bonus of nothing. */
const NO_BONUS = 1000

function ExpressCard({ express, number }: { express: Express; number: number }) {
  const text = useHubTexts()
  const { fill } = useCouponDoor()
  const names = useOutcomeNames(express.legs)
  const total = useExpressTotal(express)
  const plain = useExpressTotal({ legs: express.legs, bonus: NO_BONUS })
  const isAdded = useIsInCoupon(express)
  const hasBonus = express.bonus > NO_BONUS
  const add = () => fill(...toCoupon(express, names))
  return (
    <section className={styles.express} data-express={express.id}>
      <header className={styles.head}>
        <h2 className={styles.name}>{text('express_number', { count: number })}</h2>
        <span className={styles.total}>
          {hasBonus ? (
            <span className={styles.bonus}>
              {text('express_bonus')} <Num>{`×${express.bonus / 1000}`}</Num>
            </span>
          ) : null}
          <span className={styles.price}>{total === null ? '–' : <Price milli={total} inCell />}</span>
        </span>
      </header>
      <ul>
        {express.legs.map((game) => (
          <Leg key={game.ci} game={game} names={names} />
        ))}
      </ul>
      <footer className={styles.foot}>
        {/* Against it the coupon names its price: the bonus is a line of its own there. */}
        {hasBonus && plain !== null ? (
          <span className={styles.plain}>
            {text('express_without_bonus')} <Price milli={plain} inCell />
          </span>
        ) : null}
        {/* A further press leads to the coupon, where that stands on a sheet of its own. */}
        {isAdded ? (
          <Button icon="check" onClick={add}>
            {text('express_added')}
          </Button>
        ) : (
          <Button kind="primary" onClick={add}>
            {text('express_add')}
          </Button>
        )}
      </footer>
    </section>
  )
}

function Leg({ game, names }: { game: LineGame; names: ReturnType<typeof useOutcomeNames> }) {
  const site = useTexts<typeof import('../../../../locales/ru/site.json')>('site')
  const format = useDates()
  const topic = `row:${game.ci}`
  useTopics([topic])
  const outcome = game.outcomes[0]
  if (!outcome) return null
  const fallback = cellName('result', 0, 3, outcome, { text: site, game, fullNames: false }).outcome
  const name = names.outcome(outcome, game) || fallback
  return (
    <li className={styles.leg}>
      <SportIcon sportId={game.sportId} size={16} />
      <SiteLink to={gameAddress(game)} className={styles.sides}>
        <span dir="auto">{[game.side1, game.side2].filter(Boolean).join(' – ')}</span>
        <small>
          {game.kind === LIVE ? <LiveDot /> : <Num>{format(game.startsAt, 'dd.MM / HH:mm')}</Num>} <bdi>{game.champ}</bdi>
        </small>
      </SiteLink>
      <span className={styles.outcome}>
        <small>{names.market(outcome)}</small>
        <span>
          <bdi>{name}</bdi>
        </span>
      </span>
      <LinePrice
        {...{ outcome, game, topic }}
        market={names.market(outcome)}
        outcomeName={name}
        label={name}
        layout="cell"
        className={styles.cell}
      />
    </li>
  )
}
