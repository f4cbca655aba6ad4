import { priceText } from '#lib/price.ts'
import { formatDate } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { StatusMark, type StatusKind } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { Score } from '#ui/Score.tsx'
import type { WhyFact, WhyLeg } from '../contract.ts'
import { byBlock } from '../rules/block-order.ts'
import { resultName, type ResultName } from '../rules/leg.ts'
import { legResultOf, type WhyInputs, type WhyResultOfLeg } from '../rules/why.ts'
import styles from './WhyResult.module.css'

export interface LegName {
  title: string
  game: string
  /** Its block, as the card of the bet counts them: 0 the lobby; null of bets without blocks. */
  level: number | null
}

interface LegsProps {
  legs: readonly WhyLeg[]
  names: readonly LegName[]
  /** Decimal text of each leg's factor; null while it is open. */
  factors: readonly (string | null)[] | null
  results: WhyInputs['legs'] | null
}

const KINDS: Readonly<Record<ResultName, StatusKind>> = {
  WIN: 'success',
  LOSE: 'error',
  VOID: 'info',
  HALF_WIN: 'success',
  HALF_LOSE: 'warning',
  DEAD_HEAT: 'success',
}

/** What is known of each leg: result, rule in plain words, who said what and when. */
export function WhyLegs({ legs, names, factors, results }: LegsProps) {
  return (
    <ol className={styles.legs}>
      {byBlock(legs, (_, i) => names[i]?.level ?? null).map(({ leg, at: i, level, isFirst }) => (
        <li key={i} className={styles.leg}>
          {level !== null && isFirst ? <BlockHead level={level} /> : null}
          <LegHead leg={leg} name={names[i]} result={results?.[i]?.result ?? null} factor={factors?.[i] ?? null} />
          <LegRule leg={leg} />
          {leg.bought_at === null ? null : <KeptSince at={leg.bought_at} />}
          {leg.early ? <EarlyLead early={leg.early} game={names[i]?.game ?? ''} /> : null}
          <Facts facts={leg.facts} />
          <ByHand acts={leg.by_hand} />
        </li>
      ))}
    </ol>
  )
}

/** In the words of the card above. */
function BlockHead({ level }: { level: number }) {
  const card = useTexts('history')
  return (
    <p className={styles.block}>
      {level === 0 ? (
        card('lobby')
      ) : (
        <>
          {card('block')} <Num>{level}</Num>
        </>
      )}
    </p>
  )
}

interface HeadProps {
  leg: WhyLeg
  name: LegName | undefined
  result: WhyResultOfLeg | null
  factor: string | null
}

function LegHead({ leg, name, result, factor }: HeadProps) {
  const text = useTexts('payout')
  const known = result && resultName(legResultOf(result))
  return (
    <div className={styles.legHead}>
      <span className={styles.names}>
        <b>{name?.title}</b>
        <small>
          {name?.game}
          {leg.score ? (
            <>
              {' '}
              <Score beside={name?.game ?? ''}>{leg.score.join(':')}</Score>
            </>
          ) : null}
        </small>
      </span>
      {known ? (
        <StatusMark kind={KINDS[known]}>{text(`result_${known.toLowerCase()}`)}</StatusMark>
      ) : (
        <StatusMark kind="pending">{text('result_open')}</StatusMark>
      )}
      {leg.corrected ? <StatusMark kind="warning">{text('corrected')}</StatusMark> : null}
      <span className={styles.factor}>
        <Num>{priceText(leg.price)}</Num>
        {factor ? (
          <>
            {' · '}
            <b title={text('factor')}>
              <Num>{`×${factor}`}</Num>
            </b>
          </>
        ) : null}
      </span>
    </div>
  )
}

function LegRule({ leg }: { leg: WhyLeg }) {
  const text = useTexts('payout')
  return (
    <p className={styles.rule}>
      {text(leg.rule, leg.params)}{' '}
      {leg.void ? <b>{leg.void === 'game' || leg.void === 'market' ? <Cancelled leg={leg} /> : text(`leg_void_${leg.void}`)}</b> : null}
    </p>
  )
}

/** What was cancelled as a whole, in the words of the card above. */
function Cancelled({ leg }: { leg: WhyLeg }) {
  const text = useTexts('payout')
  const card = useTexts('history')
  const what = card(leg.void === 'game' ? 'returned_game' : 'returned_cancelled')
  const reason = leg.void_reason === null ? '' : `: ${card(`cancelled_${leg.void_reason}`)}`
  return `${what}${reason}. ${text('leg_void_counts')}`
}

/** A bet that was edited is younger than the legs it kept: results and cancellations go by the time of the leg. */
function KeptSince({ at }: { at: number }) {
  const text = useTexts('payout')
  const { lng, country } = useSite()
  return (
    <p className={styles.rule} data-testid="kept-since">
      {text('kept_since')} <Num>{formatDate(at, 'dd.MM.yyyy / HH:mm', { lng, country })}</Num>
    </p>
  )
}

/** The promotion that went with the leg, and when it was reached. */
function EarlyLead({ early: { lead, reached }, game }: { early: NonNullable<WhyLeg['early']>; game: string }) {
  const text = useTexts('payout')
  const { lng, country } = useSite()
  return (
    <p className={styles.rule} data-testid="early-lead">
      {text('early_rule', { lead })}{' '}
      {reached ? (
        <b>
          {text('early_reached')} <Score beside={game}>{reached.score.join(':')}</Score> ·{' '}
          <Num>{formatDate(reached.at, 'dd.MM.yyyy / HH:mm', { lng, country })}</Num>
        </b>
      ) : null}
    </p>
  )
}

/** Who of the house made the result, and how (SET-15). */
function ByHand({ acts }: { acts: WhyLeg['by_hand'] }) {
  const text = useTexts('payout')
  const { lng, country } = useSite()
  if (acts.length === 0) return null
  return (
    <ul className={styles.facts} data-testid="made-by-hand">
      {acts.map((hand, i) => (
        <li key={i}>
          <Num>{formatDate(hand.at, 'dd.MM.yyyy / HH:mm', { lng, country })}</Num>
          {' · '}
          {text('by_hand')} <bdi>{hand.officer}</bdi>
          {' · '}
          {text(`hand_${hand.act}`)}
        </li>
      ))}
    </ul>
  )
}

const SOURCES: readonly string[] = ['world', 'replay', 'uof', 'result', 'trader', 'guard']

function Facts({ facts }: { facts: readonly WhyFact[] }) {
  const text = useTexts('payout')
  const { lng, country } = useSite()
  if (facts.length === 0) return <p className={styles.muted}>{text('no_facts')}</p>
  return (
    <ul className={styles.facts}>
      {facts.map((fact, i) => (
        <li key={i}>
          <Num>{formatDate(fact.at, 'dd.MM.yyyy / HH:mm', { lng, country })}</Num>
          {' · '}
          {text(SOURCES.includes(fact.source) ? `source_${fact.source}` : 'source_other')}
          {' · '}
          {fact.result ? text(`result_${resultName(legResultOf(fact.result)).toLowerCase()}`) : text(`said_${fact.said}`)}
          {fact.certainty === 'live' ? ` · ${text('said_live')}` : null}
        </li>
      ))}
    </ul>
  )
}
