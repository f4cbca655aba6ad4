/** What the pages of groups have in common: legs, sums, members, the time that is left. */
import { useEffect, useState, type ReactNode } from 'react'
import { minorFromWire } from '#lib/money.ts'
import { priceFromWire } from '#lib/price.ts'
import { combine, possiblePayout } from '#modules/coupon/rules/combined.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { StatusMark } from '#ui/Notice.tsx'
import { Money, Num, Price } from '#ui/Num.tsx'
import type { Group } from './queries.ts'
import { useGroupTexts } from './texts.ts'
import styles from './Groups.module.css'

export const STATUS = { open: 0, placed: 1, ended: 2 } as const

export function Sum({ group, value, className }: { group: Pick<Group, 'currency'>; value: number; className?: string | undefined }) {
  return <Money className={className} minor={minorFromWire(value, group.currency.exponent) ?? 0n} currency={group.currency} />
}

export function GroupStatus({ group }: { group: Group }) {
  const text = useGroupTexts()
  if (group.status === STATUS.open) return <StatusMark kind="pending">{text('status_open')}</StatusMark>
  if (group.status === STATUS.placed) return <StatusMark kind="success">{text('status_placed')}</StatusMark>
  return <StatusMark kind="info">{text('status_ended')}</StatusMark>
}

/** Selections with the prices of now, or those that they were placed at. */
export function Legs({ group }: { group: Group }) {
  const text = useGroupTexts()
  const day = useDay()
  return (
    <ul className={styles.legs} aria-label={text('selections')}>
      {group.events.map((event, i) => (
        <li key={i}>
          <span className={styles.leg}>
            <b>{event.outcome}</b>
            <span>{event.game}</span>
            <small>
              {/* A side's name alone does not say what of it is meant; a long-term bet has its market for a game. */}
              {[event.group === event.game ? '' : event.group, event.championship].filter(Boolean).map((name) => `${name} · `)}
              <Num>{day(event.start)}</Num>
            </small>
          </span>
          {event.coef > 0 ? (
            <Price className={styles.price} milli={priceFromWire(event.coef) ?? 0} />
          ) : group.status === STATUS.open ? (
            <span className={styles.price}>
              <Icon name="lock" size={16} />
              <span className="visually-hidden">{text('not_offered')}</span>
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

export function useDay(): (seconds: number) => string {
  const { lng, country } = useSite()
  return (seconds) => formatDate(seconds * 1000, 'Pp', { lng, country })
}

/** Sums of the group in rows. */
export function Facts({ rows }: { rows: readonly (readonly [ReactNode, ReactNode] | null)[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map((row, i) =>
        row ? (
          <div key={i}>
            <dt>{row[0]}</dt>
            <dd>{row[1]}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

/** What a stake would bring at the prices that stand with the selections; null while one of them has none, and of a stake that the group does not take. */
export function winMinor(group: Group, stakeMinor: bigint): bigint | null {
  if (stakeMinor > (minorFromWire(group.max_sum, group.currency.exponent) ?? 0n)) return null
  const prices = group.events.map(({ coef }) => priceFromWire(coef) ?? 0)
  return prices.every((price) => price > 0) ? possiblePayout(stakeMinor, combine(prices), null) : null
}

export function Members({ group }: { group: Group }) {
  const text = useGroupTexts()
  return (
    <ul className={styles.members} aria-label={text('members')}>
      {group.members.map((member) => (
        <li key={member.number} data-me={member.is_me || undefined}>
          <span className={styles.avatar} aria-hidden>
            {[...(member.nick ?? String(member.number))][0]?.toUpperCase()}
          </span>
          <span className={styles.member}>
            <bdi className={styles.name}>{member.nick ?? text('member_number', { n: member.number })}</bdi>
            {member.is_me ? <small>{text('you')}</small> : null}
            {member.is_admin ? <small>{text('admin')}</small> : null}
            {member.state === 2 && group.status === STATUS.placed ? <small>{text('left_out')}</small> : null}
          </span>
          {member.sum === null ? null : <Sum group={group} value={member.sum} className={styles.price} />}
        </li>
      ))}
    </ul>
  )
}

/** "2 h 15 min"; under an hour by seconds. A screen reader is told the moment, not every second. */
export function TimeLeft({ group, readAt }: { group: Group; readAt: number }) {
  const text = useGroupTexts()
  const day = useDay()
  const [now, setNow] = useState(readAt)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.ceil((readAt + group.left_ms - Math.max(now, readAt)) / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const [days, hours, minutes, seconds] = [Math.floor(left / 86_400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60, left % 60]
  const clock = days > 0 ? text('left_days', { days, hours }) : `${two(hours)}:${two(minutes)}:${two(seconds)}`
  return (
    <span className={styles.left}>
      <span aria-hidden>{days > 0 ? clock : <Num>{clock}</Num>}</span>
      <small>
        {text('until')} <Num>{day(group.closes)}</Num>
      </small>
    </span>
  )
}
