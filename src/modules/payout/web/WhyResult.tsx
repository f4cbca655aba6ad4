import { useMemo, useState, type ReactNode } from 'react'
import { isApiError } from '#platform/web/api-error.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Numbered } from '#ui/Num.tsx'
import type { CurrencyView } from '#lib/number-format.ts'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import type { WhyReply } from '../contract.ts'
import { explain, sameMoney, type Explanation } from '../rules/explain.ts'
import { betOfInputs } from '../rules/why.ts'
import { Arithmetic } from './Arithmetic.tsx'
import { useWhy } from './why-query.ts'
import { WinCheck } from './WinCheck.tsx'
import { WhyLegs, type LegName } from './WhyLegs.tsx'
import styles from './WhyResult.module.css'

interface Props {
  betId: number
  /** Names of the legs in their order, as the page shows them. */
  names: readonly LegName[]
  currency: CurrencyView
  /** Open from the beginning: the pay-out waits for something that its player wants to know. */
  isOpen?: boolean
  /** Nothing is decided yet, so there is no result to ask about. */
  isUndecided?: boolean
  /** Another bet has taken its place: it was changed, not sold. */
  replaced?: boolean
}

/**
 * Why a bet ended as it did: facts and rule of every leg, and the arithmetic worked out again here, in the browser, from
 * the same rules. Closed until it is asked for.
 */
export function WhyResult({ betId, names, currency, isOpen = false, isUndecided = false, replaced = false }: Props) {
  const text = useTexts('payout')
  const [open, setOpen] = useState(isOpen)
  const query = useWhy(betId, open)
  const title = text(isUndecided ? 'why_so_far' : 'why_title')
  return (
    <section className={styles.why} aria-label={title} data-testid="why-result">
      <Button icon={open ? 'chevron-up' : 'chevron-down'} aria-expanded={open} onClick={() => setOpen(!open)}>
        {title}
      </Button>
      {!open ? null : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} code={isApiError(query.error) ? query.error.code : null} />
      ) : query.data === undefined ? (
        <SkeletonRows rows={3} height="48px" />
      ) : (
        <Answer reply={query.data} names={names} currency={currency} replaced={replaced} />
      )}
    </section>
  )
}

function Answer({ reply, names, currency, replaced }: { reply: WhyReply } & Pick<Props, 'names' | 'currency' | 'replaced'>) {
  const text = useTexts('payout')
  const explained = useMemo(() => (reply.inputs && reply.status !== SOLD ? explain(betOfInputs(reply.inputs)) : null), [reply])
  return (
    <div className={styles.answer}>
      {reply.voided ? <Notice kind="info">{`${text('voided')}: ${text(`void_${reply.voided}`)}`}</Notice> : null}
      {reply.check ? <WinCheck check={reply.check} currency={currency} /> : null}
      {reply.waits && !reply.check ? <Notice kind="warning">{text(`waits_${reply.waits}`)}</Notice> : null}
      {reply.inputs?.expressInsurance ? <Insured reply={reply} legs={reply.inputs.expressInsurance.legs} /> : null}
      <WhyLegs legs={reply.legs} names={names} factors={explained?.factors ?? null} results={reply.inputs?.legs ?? null} />
      {explained && reply.inputs ? (
        <>
          <Arithmetic explained={explained} kind={reply.inputs.kind} currency={currency} />
          <Verdict reply={reply} explained={explained} />
        </>
      ) : (
        <p className={styles.muted}>{text(reply.status !== SOLD ? 'why_open' : replaced ? 'why_replaced' : 'why_sold')}</p>
      )}
    </div>
  )
}

/** The rule of an insured express, and the code that it has given. */
function Insured({ reply, legs }: { reply: WhyReply; legs: number }) {
  const text = useTexts('payout')
  const { lng, country } = useSite()
  const { free_bet: given } = reply
  const until = given && formatDate(given.until, 'dd.MM.yyyy / HH:mm', { lng, country })
  return (
    <Notice kind={given ? 'success' : 'info'}>
      <span data-testid="why-insured">
        {text('insured_rule', { legs })}.{' '}
        {given ? text(given.used ? 'insured_used' : 'insured_back', { code: given.code, time: until ?? '' }) : null}
      </span>
    </Notice>
  )
}

const SOLD = 8

/** Says whether what was paid is what this browser has worked out. */
function Verdict({ reply, explained }: { reply: WhyReply; explained: Explanation }): ReactNode {
  const text = useTexts('payout')
  if (!reply.booked) return <Notice kind="info">{text('why_not_booked')}</Notice>
  const same = sameMoney(explained.money, reply.booked)
  return (
    <div data-testid="why-verdict" data-same={same}>
      <Notice kind={same ? 'success' : 'error'}>
        {text(same ? 'why_same' : 'why_differs')} <Numbered id={reply.bet_id} />
      </Notice>
    </div>
  )
}
