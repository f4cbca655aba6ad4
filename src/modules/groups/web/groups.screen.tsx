import { useRef, useState } from 'react'
import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { OfficeCard, officeStyles } from '#modules/auth/web/index.ts'
import { guard, useWayTo } from '#modules/brand/web/index.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { SiteLink, useSiteNavigate } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { CodeBoxes } from './CodeBoxes.tsx'
import { GroupStatus, Sum, useDay } from './parts.tsx'
import { useGroups, type Group } from './queries.ts'
import { useGroupTexts } from './texts.ts'
import styles from './Groups.module.css'

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, 'groups', 'title')

export async function loader(args: LoaderFunctionArgs) {
  guard(args, { signedIn: true, feature: 'groupBets' })
  return null
}

/** My groups, and the way into somebody else's. */
export default function GroupsScreen() {
  const text = useGroupTexts()
  return (
    <>
      <OfficeCard title={text('join_title')} lead={text('join_lead')}>
        <JoinForm />
      </OfficeCard>
      <OfficeCard title={text('mine')}>
        <Mine />
      </OfficeCard>
    </>
  )
}

function JoinForm() {
  const text = useGroupTexts()
  const go = useSiteNavigate()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  return (
    <form
      className={officeStyles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (code.length === 6) return go(`/office/groups/join?code=${code}`)
        setMissing(true)
        field.current?.focus()
      }}
    >
      <CodeBoxes
        ref={field}
        label={text('code_label')}
        value={code}
        onChange={setCode}
        error={missing && code.length < 6 ? text('code_missing') : undefined}
      />
      <div className={officeStyles.actions}>
        <Button type="submit" kind="primary">
          {text('find')}
        </Button>
      </div>
    </form>
  )
}

function Mine() {
  const text = useGroupTexts()
  const wayTo = useWayTo()
  const { data, isError, refetch } = useGroups()
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} height="64px" />
  if (data.length === 0)
    return (
      <EmptyState icon="users" action={wayTo(text('to_line'), '/line')}>
        {text('empty')}
      </EmptyState>
    )
  return (
    <ul className={styles.list}>
      {data.map((group) => (
        <li key={group.group_id}>
          <Row group={group} />
        </li>
      ))}
    </ul>
  )
}

function Row({ group }: { group: Group }) {
  const text = useGroupTexts()
  const day = useDay()
  const games = group.events.map(({ game }) => game).join(text('comma'))
  return (
    <SiteLink to={`/office/groups/${group.group_id}`} className={styles.row}>
      <span className={styles.leg}>
        <strong>
          <bdi className={styles.name}>{group.name}</bdi>
        </strong>
        <span>{games}</span>
        <small>
          {text('members_count', { count: group.members.length })} · <Num>{day(group.created)}</Num>
        </small>
      </span>
      <span className={styles.rowEnd}>
        <Sum group={group} value={group.my_sum} className={styles.price} />
        <GroupStatus group={group} />
      </span>
    </SiteLink>
  )
}
