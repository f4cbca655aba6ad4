import { useRef } from 'react'
import { useLocation, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { parseMinor } from '#lib/money.ts'
import { OfficeCard, officeStyles, useForm } from '#modules/auth/web/index.ts'
import { guard, useWayTo } from '#modules/brand/web/index.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { useSession } from '#platform/web/session.tsx'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { Chip, ChipRow } from '#ui/Chip.tsx'
import { TextField } from '#ui/Field.tsx'
import { canonicalNumeric } from '#ui/numeric-text.ts'
import { NumberField } from '#ui/NumberField.tsx'
import { FormMessage } from '#ui/FormMessage.tsx'
import { Num, Price } from '#ui/Num.tsx'
import { EmptyState } from '#ui/States.tsx'
import { isName, isNick, NAME_LENGTH, NICK_LENGTH, tidied } from '../rules/group.ts'
import { useDay } from './parts.tsx'
import { useCreateGroup } from './queries.ts'
import { useGroupTexts } from './texts.ts'
import { useClosing } from './use-closing.ts'
import { wishOf, type Wish } from './wish.ts'
import styles from './Groups.module.css'

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, 'groups', 'new_title')

export async function loader(args: LoaderFunctionArgs) {
  guard(args, { signedIn: true, feature: 'groupBets' })
  return null
}

/** A group of what stands in the coupon. */
export default function NewGroupScreen() {
  const text = useGroupTexts()
  const wayTo = useWayTo()
  const wish = wishOf(useLocation().state)
  if (!wish)
    return (
      <EmptyState icon="users" action={wayTo(text('to_line'), '/line')}>
        {text('empty')}
      </EmptyState>
    )
  return (
    <OfficeCard title={text('new_title')} lead={text('new_lead')}>
      <Chosen wish={wish} />
      <NewForm wish={wish} />
    </OfficeCard>
  )
}

function Chosen({ wish }: { wish: Wish }) {
  const text = useGroupTexts()
  const day = useDay()
  return (
    <ul className={styles.legs} aria-label={text('selections')}>
      {wish.legs.map((leg, i) => (
        <li key={i}>
          <span className={styles.leg}>
            <b>{leg.title}</b>
            <span>{leg.teams}</span>
            <small>
              {leg.market ? `${leg.market} · ` : null}
              <Num>{day(leg.startsAt)}</Num>
            </small>
          </span>
          <Price className={styles.price} milli={leg.price} />
        </li>
      ))}
    </ul>
  )
}

/** Wrong in what is no field of the form: the time, and what the coupon brought. */
const OTHERS = ['closes', 'Events', 'Vid'] as const
type Other = (typeof OTHERS)[number]

function NewForm({ wish }: { wish: Wish }) {
  const text = useGroupTexts()
  const go = useSiteNavigate()
  const { account } = useSession()
  const currency = account?.currency ?? { code: '', symbol: '', exponent: 2 }
  const key = useRef(crypto.randomUUID())
  const day = useDay()
  const { offered, lasts, choose, until, closes, hold } = useClosing(wish.legs.map(({ startsAt }) => startsAt))
  const create = useCreateGroup(({ group_id }) => go(`/office/groups/${group_id}`, { replace: true }))
  const form = useForm<'name' | 'nick' | 'sum' | 'max_sum' | Other>({
    initial: { name: '', nick: '', sum: wish.stake, max_sum: wish.stake, closes: '', Events: '', Vid: '' },
    check: ({ name, nick, sum, max_sum }) => {
      const own = parseMinor(sum, currency.exponent)
      const most = parseMinor(max_sum, currency.exponent)
      return {
        ...(isName(tidied(name)) ? {} : { name: text('problem_bad_name') }),
        ...(tidied(nick) === '' || isNick(tidied(nick)) ? {} : { nick: text('problem_bad_nick') }),
        ...(own === null || own <= 0n ? { sum: text('sum_missing') } : {}),
        ...(most === null || most < (own ?? 1n) ? { max_sum: text('problem_max_too_small') } : {}),
      }
    },
    submit: async ({ name, nick, sum, max_sum }) => {
      hold()
      await create.mutateAsync({
        guid: key.current,
        name: tidied(name),
        nick: tidied(nick),
        sum: Number(canonicalNumeric(sum)),
        max_sum: Number(canonicalNumeric(max_sum)),
        closes,
        account_id: account?.id ?? 0,
        Events: wish.events,
        Vid: wish.vid,
      })
    },
  })
  const other = OTHERS.map((field) => form.state.errors[field]).find(Boolean)
  const rules = { accuracy: currency.exponent }
  return (
    <form className={officeStyles.form} method="post" noValidate onSubmit={form.onSubmit}>
      <FormMessage text={form.state.message ?? other ?? null} />
      <TextField {...form.field('name')} label={text('name')} maxLength={NAME_LENGTH} autoComplete="off" required />
      <div className={styles.two}>
        <NumberField {...form.field('sum')} label={text('sum', { currency: currency.code })} rules={rules} required />
        <NumberField {...form.field('max_sum')} label={text('max_sum_label', { currency: currency.code })} rules={rules} required />
      </div>
      <TextField {...form.field('nick')} label={text('nick')} hint={text('nick_hint')} maxLength={NICK_LENGTH} autoComplete="nickname" />
      <fieldset className={styles.chips}>
        <legend>{text('lasts')}</legend>
        <ChipRow label={text('lasts')}>
          {offered.map((one) => (
            <Chip key={one.lasts} selected={one.lasts === lasts} onClick={() => choose(one.lasts)}>
              {text(one.key)}
            </Chip>
          ))}
        </ChipRow>
        <p className={styles.note}>
          {text('until')} <Num>{day(until)}</Num>
        </p>
      </fieldset>
      <Button kind="accent" size="large" wide type="submit" loading={form.state.busy}>
        {text('create')}
      </Button>
      <p className={styles.note}>{text('create_note')}</p>
    </form>
  )
}
