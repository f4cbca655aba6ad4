import { useState } from 'react'
import { useParams, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { minorFromWire } from '#lib/money.ts'
import { priceFromWire } from '#lib/price.ts'
import { OfficeCard, officeStyles } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { BetStatusMark, isOpenBet } from '#modules/coupon/web/index.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { copyText } from '#platform/web/copy-text.ts'
import { useSite } from '#platform/web/features.tsx'
import { showToast } from '#platform/web/ModalHost.tsx'
import { pageTitle } from '#platform/web/page-title.ts'
import { SiteLink, useSiteNavigate } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Money, Numbered, Price } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { Facts, GroupStatus, Legs, Members, STATUS, Sum, TimeLeft, winMinor } from './parts.tsx'
import { useEndGroup, useGroup, useLeaveGroup, usePlaceGroup, type Group } from './queries.ts'
import { useGroupTexts } from './texts.ts'
import styles from './Groups.module.css'

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, 'groups', 'title')

export async function loader(args: LoaderFunctionArgs) {
  guard(args, { signedIn: true, feature: 'groupBets' })
  return null
}

const NOT_FOUND = 404
const PRICE_CHANGED = 130

/** One group: its code, what it bets on, who is in it, and what its player can do. */
export default function GroupScreen() {
  const text = useGroupTexts()
  const go = useSiteNavigate()
  const id = Number(useParams()['group'])
  const { data, error, refetch, dataUpdatedAt } = useGroup(Number.isSafeInteger(id) && id > 0 ? id : 0)
  if (!data && ((isApiError(error) && error.httpCode === NOT_FOUND) || !(id > 0)))
    return (
      <EmptyState icon="users" action={{ label: text('mine'), onPress: () => go('/office/groups') }}>
        {text('problem_unknown')}
      </EmptyState>
    )
  if (!data) return error ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonRows rows={5} height="56px" />
  return <GroupPage group={data} readAt={dataUpdatedAt} />
}

function GroupPage({ group, readAt }: { group: Group; readAt: number }) {
  const text = useGroupTexts()
  const isOpen = group.status === STATUS.open
  const win = winMinor(group, minorFromWire(group.my_sum, group.currency.exponent) ?? 0n)
  return (
    <>
      <OfficeCard title={<bdi className={styles.name}>{group.name}</bdi>} end={<GroupStatus group={group} />}>
        <Outcome group={group} />
        {isOpen ? <TimeLeft group={group} readAt={readAt} /> : null}
        {isOpen && group.is_member && group.code ? <Code code={group.code} name={group.name} /> : null}
        <Legs group={group} />
        <Facts
          rows={[
            group.events.length > 1 && group.coef > 0 ? [text('coef'), <Price key="c" milli={priceFromWire(group.coef) ?? 0} />] : null,
            [text(isOpen || group.status === STATUS.placed ? 'pooled' : 'was_pooled'), <Sum key="p" group={group} value={group.pooled} />],
            group.my_state === null || group.my_reason === 'left'
              ? null
              : [text('my_sum'), <Sum key="m" group={group} value={group.my_sum} />],
            group.my_bet_status === null ? null : [text('my_bet'), <BetStatusMark key="s" status={group.my_bet_status} />],
            group.my_payout === null ? null : [text('my_payout'), <Sum key="y" group={group} value={group.my_payout} />],
            (isOpen ? group.is_member : group.my_bet_status !== null && isOpenBet(group.my_bet_status)) && win !== null
              ? [text(isOpen ? 'my_win' : 'my_win_placed'), <Money key="w" minor={win} currency={group.currency} />]
              : null,
            isOpen ? [text('max_sum'), <Sum key="x" group={group} value={group.max_sum} />] : null,
          ]}
        />
        {isOpen && group.is_member ? group.is_admin ? <AdminActions group={group} /> : <MemberActions group={group} /> : null}
      </OfficeCard>
      <OfficeCard title={text('members')}>
        <Members group={group} />
      </OfficeCard>
    </>
  )
}

/** What has become of it, for this player. */
function Outcome({ group }: { group: Group }) {
  const text = useGroupTexts()
  if (group.my_bet_id !== null)
    return (
      <Notice kind="success">
        {text('placed_note')}{' '}
        <SiteLink to={`/coupon/${group.my_bet_id}`} className={styles.link}>
          {text('my_bet')} <Numbered id={group.my_bet_id} />
        </SiteLink>
      </Notice>
    )
  if (group.my_reason === 'left')
    return (
      <Notice kind="info">
        {text('left_note')}{' '}
        {group.code === null ? null : (
          <SiteLink to={`/office/groups/join?code=${group.code}`} className={styles.link}>
            {text('join_again')}
          </SiteLink>
        )}
      </Notice>
    )
  if (group.my_reason === 'closed') return <Notice kind="warning">{text('closed_note')}</Notice>
  switch (group.reason) {
    case 'admin':
      return <Notice kind="info">{text('ended_admin')}</Notice>
    case 'time':
      return <Notice kind="info">{text('ended_time')}</Notice>
    case 'started':
      return <Notice kind="info">{text('ended_started')}</Notice>
    case 'removed':
      return <Notice kind="info">{text('ended_removed')}</Notice>
    default:
      return null
  }
}

/** The code to tell, and the link to send. */
function Code({ code, name }: { code: string; name: string }) {
  const text = useGroupTexts()
  const { lng } = useSite()
  const link = () => `${location.origin}/${lng}/office/groups/join?code=${code}`
  const copy = async () => {
    if (await copyText(link())) showToast({ kind: 'success', text: text('copied') })
  }
  // Closing the system's sheet is an answer too.
  const send = () => ('share' in navigator ? navigator.share({ title: name, url: link() }).catch(() => {}) : copy())
  return (
    <div className={styles.code}>
      <div>
        <p className={styles.boxesLabel}>{text('code')}</p>
        <div className={styles.digits} dir="ltr" role="img" aria-label={`${text('code')} ${[...code].join(' ')}`} data-code={code}>
          {[...code].map((digit, i) => (
            <b key={i} aria-hidden>
              {digit}
            </b>
          ))}
        </div>
      </div>
      <div className={styles.codeActions}>
        <Button icon="copy" onClick={() => void copy()}>
          {text('copy_link')}
        </Button>
        <Button icon="share" onClick={() => void send()}>
          {text('send_link')}
        </Button>
      </div>
    </div>
  )
}

function AdminActions({ group }: { group: Group }) {
  const text = useGroupTexts()
  const [asks, setAsks] = useState(false)
  const place = usePlaceGroup(group.group_id, () => showToast({ kind: 'success', text: text('placed_toast') }))
  const end = useEndGroup(group.group_id)
  const moved = isApiError(place.error) && place.error.code === PRICE_CHANGED
  return (
    <>
      {place.error ? (
        <Notice kind={moved ? 'warning' : 'error'} announce>
          {moved ? text('price_changed') : place.error.message}
        </Notice>
      ) : null}
      {end.error ? <Notice kind="error">{end.error.message}</Notice> : null}
      {asks ? (
        <Notice
          kind="question"
          announce
          action={{ label: text('end_yes'), onPress: () => end.mutate(undefined), busy: end.isPending }}
          onClose={() => setAsks(false)}
        >
          {text('end_question')}
        </Notice>
      ) : null}
      <div className={officeStyles.actions}>
        <Button
          kind="accent"
          loading={place.isPending}
          disabled={!group.is_open || end.isPending}
          onClick={() => place.mutate(group.events.map(({ coef }) => coef))}
        >
          {text('place')} <Sum group={group} value={group.pooled} />
        </Button>
        <Button disabled={place.isPending || asks} onClick={() => setAsks(true)}>
          {text('end')}
        </Button>
      </div>
      <p className={styles.note}>{text(group.is_open ? 'place_note' : 'on_hold')}</p>
    </>
  )
}

function MemberActions({ group }: { group: Group }) {
  const text = useGroupTexts()
  const leave = useLeaveGroup(group.group_id)
  return (
    <>
      {leave.error ? <Notice kind="error">{leave.error.message}</Notice> : null}
      <div className={officeStyles.actions}>
        <Button loading={leave.isPending} onClick={() => leave.mutate(undefined)}>
          {text('leave')}
        </Button>
      </div>
      <p className={styles.note}>{text('member_note')}</p>
    </>
  )
}
