import { useRef, useState } from 'react'
import { useSearchParams, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { minorFromWire, parseMinor } from '#lib/money.ts'
import { OfficeCard, officeStyles, useForm } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatMoney } from '#platform/web/format.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { useSession } from '#platform/web/session.tsx'
import { SiteLink, useSiteNavigate } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { canonicalNumeric } from '#ui/numeric-text.ts'
import { NumberField } from '#ui/NumberField.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Money } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { isNick, NICK_LENGTH, tidied } from '../rules/group.ts'
import { CodeBoxes } from './CodeBoxes.tsx'
import { Facts, Legs, Members, Sum, TimeLeft, winMinor } from './parts.tsx'
import { isRefused, useFoundGroup, useJoinGroup, type Group } from './queries.ts'
import { useGroupTexts } from './texts.ts'
import styles from './Groups.module.css'

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, 'groups', 'join_title')

export async function loader(args: LoaderFunctionArgs) {
  guard(args, { signedIn: true, feature: 'groupBets' })
  return null
}

const LENGTH = 6

/** Into a group by its code: what it bets on first, then a stake. */
export default function JoinScreen() {
  const text = useGroupTexts()
  const [params] = useSearchParams()
  const given = /^\d{6}$/.exec(params.get('code') ?? '')?.[0] ?? ''
  const [code, setCode] = useState(given)
  const found = useFoundGroup(code.length === LENGTH ? code : null)
  const { data, error } = found
  const refused = isRefused(error)
  return (
    <>
      <OfficeCard title={text('join_title')} lead={text('join_lead')}>
        <CodeBoxes label={text('code_label')} value={code} onChange={setCode} error={refused ? error?.message : undefined} />
        {error && !refused ? <ErrorState onRetry={() => void found.refetch()} /> : null}
        {code.length === LENGTH && !data && !error ? <SkeletonRows rows={3} height="56px" /> : null}
      </OfficeCard>
      {data && !refused && code.length === LENGTH ? (
        <Found key={data.group_id} group={data} code={code} readAt={found.dataUpdatedAt} />
      ) : null}
    </>
  )
}

function Found({ group, code, readAt }: { group: Group; code: string; readAt: number }) {
  const text = useGroupTexts()
  const { accounts } = useSession()
  // None at all: they are still being asked for.
  const lacksAccount = accounts.length > 0 && !accounts.some(({ isBonus, currency }) => !isBonus && currency.code === group.currency.code)
  return (
    <OfficeCard title={<bdi className={styles.name}>{group.name}</bdi>}>
      <TimeLeft group={group} readAt={readAt} />
      <Legs group={group} />
      <Facts rows={[[text('pooled'), <Sum key="p" group={group} value={group.pooled} />]]} />
      <Members group={group} />
      {group.is_member ? (
        <SiteLink to={`/office/groups/${group.group_id}`} className={styles.link}>
          {text('to_group')}
        </SiteLink>
      ) : lacksAccount ? (
        <Notice kind="warning">
          {text('problem_no_account', { currency: group.currency.code })}{' '}
          <SiteLink to="/office#wallets" className={styles.link}>
            {text('open_account')}
          </SiteLink>
        </Notice>
      ) : (
        <StakeForm group={group} code={code} />
      )}
    </OfficeCard>
  )
}

function StakeForm({ group, code }: { group: Group; code: string }) {
  const text = useGroupTexts()
  const go = useSiteNavigate()
  const { lng } = useSite()
  const { exponent } = group.currency
  const most = minorFromWire(group.max_sum, exponent) ?? 0n
  const key = useRef(crypto.randomUUID())
  const join = useJoinGroup(({ group_id }) => go(`/office/groups/${group_id}`, { replace: true }))
  const form = useForm<'sum' | 'nick'>({
    initial: { sum: '', nick: '' },
    check: ({ sum, nick }) => {
      const minor = parseMinor(sum, exponent)
      return {
        ...(minor === null || minor <= 0n
          ? { sum: text('sum_missing') }
          : minor > most
            ? { sum: text('problem_above_max', { max: formatMoney(most, group.currency, lng) }) }
            : {}),
        ...(tidied(nick) === '' || isNick(tidied(nick)) ? {} : { nick: text('problem_bad_nick') }),
      }
    },
    submit: async ({ sum, nick }) => {
      await join.mutateAsync({ guid: key.current, code, group_id: group.group_id, sum: Number(canonicalNumeric(sum)), nick: tidied(nick) })
    },
  })
  const stake = parseMinor(form.state.values.sum, exponent)
  const win = stake === null ? null : winMinor(group, stake)
  return (
    <form className={officeStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message} />
      <NumberField
        {...form.field('sum')}
        label={text('sum', { currency: group.currency.code })}
        hint={
          <>
            {text('at_most')} <Sum group={group} value={group.max_sum} />
          </>
        }
        rules={{ accuracy: exponent }}
        required
      />
      <TextField {...form.field('nick')} label={text('nick')} hint={text('nick_hint')} maxLength={NICK_LENGTH} autoComplete="nickname" />
      {win !== null && win > 0n ? <Facts rows={[[text('my_win'), <Money key="w" minor={win} currency={group.currency} />]]} /> : null}
      <Button kind="accent" size="large" wide type="submit" loading={form.state.busy}>
        {text('join')}
      </Button>
      <p className={styles.note}>{text('member_note')}</p>
    </form>
  )
}
