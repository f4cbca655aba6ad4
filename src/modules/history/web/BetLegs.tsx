import type { ReactNode } from 'react'
import { VID } from '#modules/coupon/rules/kinds.ts'
import { marks, RichText } from '#modules/coupon/web/index.ts'
import { formatDate } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { useClock, useLiveScore, minuteText } from '#modules/line/web/index.ts'
import { StatusMark, type StatusKind } from '#ui/Notice.tsx'
import { Money, Num, Price } from '#ui/Num.tsx'
import { Score } from '#ui/Score.tsx'
import { neededOf, readScore, type Needed } from '../rules/needed.ts'
import type { LegMore } from './bet-query.ts'
import { shownLegs, type Bet, type BetLeg, type Block } from './bets.ts'
import { useLegTopics } from './live-bet.ts'
import { useHistoryTexts, type HistoryTexts } from './texts.ts'
import styles from './BetLegs.module.css'

/** The legs of a bet, live while they are open; `more` adds what only the page of the bet knows. */
export function BetLegs({ bet, open, more }: { bet: Bet; open: boolean; more?: readonly LegMore[] }) {
  useLegTopics(bet.legs, open)
  return (
    <ol className={styles.legs}>
      {shownLegs(bet).map(({ leg, at, isFirst }) => (
        <LegRow key={at} leg={leg} open={open} more={more?.[at]} head={isFirst ? leg.block : null} bet={bet} />
      ))}
    </ol>
  )
}

const RESULTS: Readonly<Record<number, { kind: StatusKind; key: 'result_1' | 'result_2' | 'result_3' | 'result_4' | 'result_5' }>> = {
  1: { kind: 'success', key: 'result_1' },
  2: { kind: 'error', key: 'result_2' },
  3: { kind: 'info', key: 'result_3' },
  4: { kind: 'success', key: 'result_4' },
  5: { kind: 'warning', key: 'result_5' },
}

interface RowProps {
  leg: BetLeg
  open: boolean
  more: LegMore | undefined
  head: BetLeg['block']
  bet: Bet
}

function LegRow({ leg, open, more, head, bet }: RowProps) {
  const text = useHistoryTexts()
  const { lng, country } = useSite()
  return (
    <li data-result={leg.result ?? 'open'}>
      {head ? <BlockHead block={head} bet={bet} open={open} /> : null}
      <div className={styles.leg}>
        <span className={styles.what}>
          <b>
            <bdi>{leg.title}</bdi>
          </b>
          {leg.market ? <small>{leg.market}</small> : null}
          <small>{[leg.game, leg.champ, more?.origin].filter(Boolean).join(' · ')}</small>
          {open && leg.result === null ? (
            <LegNow leg={leg} />
          ) : (
            <small>
              <Num>{formatDate(leg.startsAt * 1000, 'dd.MM / HH:mm', { lng, country })}</Num>
              {leg.score && leg.result !== null ? (
                <>
                  {' · '}
                  {text('score')} <Score beside={leg.game}>{leg.score}</Score>
                </>
              ) : null}
            </small>
          )}
          {leg.returned ? <small>{leg.returned}</small> : null}
        </span>
        <span className={styles.prices}>
          {more && more.asked > 0 && more.asked !== leg.given ? (
            <small>
              {text('asked')} <Price milli={more.asked} />
            </small>
          ) : null}
          <span>
            {more ? <small>{text('given')} </small> : null}
            <b>
              <Price milli={leg.given} />
            </b>
          </span>
          <LegMark leg={leg} more={more} />
        </span>
      </div>
    </li>
  )
}

function LegMark({ leg, more }: { leg: BetLeg; more: LegMore | undefined }) {
  const text = useHistoryTexts()
  const result = leg.result === null ? undefined : RESULTS[leg.result]
  if (!result) return <StatusMark kind={leg.inPlay ? 'live' : 'pending'}>{text(leg.inPlay ? 'in_play' : 'not_decided')}</StatusMark>
  return (
    <>
      <StatusMark kind={result.kind}>
        {text(result.key)}
        {more?.deadHeat ? (
          <>
            {' '}
            <Num>{more.deadHeat}</Num>
          </>
        ) : null}
      </StatusMark>
      {more?.corrected ? <StatusMark kind="warning">{text('corrected')}</StatusMark> : null}
    </>
  )
}

interface BlockProps {
  block: Block
  bet: Pick<Bet, 'type' | 'currency'>
  open: boolean
}

function BlockHead({ block, bet, open }: BlockProps) {
  const text = useHistoryTexts()
  // What has become of the legs of a step that was never staked is nothing to the bet.
  const result = block.result === null || isUnstaked(block, bet) ? undefined : RESULTS[block.result]
  return (
    <p className={styles.block}>
      <b>{block.level === 0 ? text('lobby') : <BlockName level={block.level} />}</b>
      <span>
        <Price milli={block.price} />
      </span>
      <BlockStake block={block} bet={bet} open={open} />
      {result ? <StatusMark kind={result.kind}>{text(result.key)}</StatusMark> : null}
    </p>
  )
}

const isUnstaked = ({ staked }: Block, { type }: Pick<Bet, 'type'>) => type === VID.condition && staked === 0n

/** A step of a conditional bet stakes what is there by then, at most what was wished (rules 2.8). */
function BlockStake({ block, bet, open }: BlockProps) {
  const text = useHistoryTexts()
  const { stake, staked } = block
  const isStep = bet.type === VID.condition
  if (isUnstaked(block, bet)) return <span>{text('block_unstaked')}</span>
  const sum = isStep ? staked : stake
  if (sum !== null)
    return (
      <span>
        <Money minor={sum} currency={bet.currency} />
      </span>
    )
  if (!isStep || !open) return null
  if (stake === null) return <span>{text('block_rest')}</span>
  const values = { sum: <Money minor={stake} currency={bet.currency} /> }
  return (
    <span>
      <RichText text={text('block_most', marks(values))} values={values} />
    </span>
  )
}

function BlockName({ level }: { level: number }) {
  const text = useHistoryTexts()
  return (
    <>
      {text('block')} <Num>{level}</Num>
    </>
  )
}

/** Sports whose score counts what totals and handicaps count; a tennis score counts sets. */
const SCORED: ReadonlySet<number> = new Set([1, 2, 3, 5, 7, 8, 13, 14, 15, 17, 25, 27, 33, 35])

/** An open leg: score and clock as they move, and what it still needs (XT-24). */
function LegNow({ leg }: { leg: BetLeg }) {
  const text = useHistoryTexts()
  const { lng, country } = useSite()
  const live = useLiveScore(`game:${leg.constId}`, null, leg.sportId)
  const minute = useClock(live)
  const whole = leg.part === ''
  const score = whole && live ? live.total : leg.live ? readScore(leg.score) : null
  if (!score) {
    const at = <Num>{formatDate(leg.startsAt * 1000, 'dd.MM / HH:mm', { lng, country })}</Num>
    if (leg.longTerm || leg.state) {
      return (
        <>
          <small>{at}</small>
          {leg.state ? <small data-testid="leg-state">{leg.state}</small> : null}
        </>
      )
    }
    return (
      <small>
        {text('starts')} {at}
      </small>
    )
  }
  const needed = SCORED.has(leg.sportId) ? neededOf({ type: leg.type, param: leg.param, score }) : null
  return (
    <span className={styles.now}>
      <Num className={styles.liveScore}>{`${score[0]}:${score[1]}`}</Num>
      {live && minute !== null && SCORED.has(leg.sportId) ? <Num className={styles.minute}>{minuteText(minute)}</Num> : null}
      {live?.phase || leg.state ? <small>{live?.phase || leg.state}</small> : null}
      {needed ? <NeededMark needed={needed} text={text} /> : null}
    </span>
  )
}

function NeededMark({ needed, text }: { needed: Needed; text: HistoryTexts }) {
  const words = ((): [string, ReactNode] => {
    switch (needed.now) {
      case 'sure':
        return ['good', text('needed_sure')]
      case 'gone':
        return ['bad', text('needed_gone')]
      case 'returned':
        return ['even', text('needed_returned')]
      case 'winning':
        return ['good', needed.spare === null ? text('needed_winning') : text('needed_spare', { count: needed.spare })]
      case 'losing':
        return ['bad', text('needed_more', { count: needed.more })]
    }
  })()
  return (
    <small className={styles.needed} data-now={words[0]}>
      {words[1]}
    </small>
  )
}
