/** The choice of notices of one game (wire 10): events by moment, channels, and the browser's own push. */
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { request } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { showToast } from '#platform/web/ModalHost.tsx'
import { useApi, type ApiQuery } from '#platform/web/query.ts'
import { Button } from '#ui/Button.tsx'
import { CheckBox } from '#ui/Field.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { useSiteTexts } from '../model/texts.ts'
import type { LineGame } from '../model/types.ts'
import { valueOf } from '../model/wire-rows.ts'
import { allowPush, canPush } from '#platform/web/push.ts'
import styles from './Bell.module.css'

const ROOT = '/service-api/SubscriptionService/api'

interface EventType {
  id: number
  name: string
  periodId: number
}

interface Subscription {
  events: readonly { id: number; periodId: number; on: boolean }[]
  channels: readonly number[]
}

/** Period of notices with the details of a match; the same event may also be told at once. */
const DETAILS = 2
const CHANNELS = { site: 1, push: 2, mail: 3 } as const

function typesQuery(lng: string, gameId: number): ApiQuery<EventType[]> {
  return {
    method: 'GET',
    path: `${ROOT}/GetEventTypesByGameId`,
    query: { gameId, lng },
    read: (body) =>
      (valueOf<{ Id: number; Name: string; PeriodId: number }[]>(body) ?? []).map(({ Id, Name, PeriodId }) => ({
        id: Id,
        name: Name,
        periodId: PeriodId,
      })),
    staleMs: 60_000,
  }
}

function keyOf({ id, periodId }: { id: number; periodId: number }): string {
  return `${id}-${periodId}`
}

export function BellModal({ game, onClose }: { game: LineGame; onClose: () => void }) {
  const text = useSiteTexts()
  const { lng } = useSite()
  const types = useApi(typesQuery(lng, game.i))
  const chosen = useQuery({
    queryKey: [`${ROOT}/GetGameSubscription`, game.i],
    queryFn: async ({ signal }): Promise<Subscription> => {
      const body = await request<unknown>('POST', `${ROOT}/GetGameSubscription`, {
        body: { gameId: game.i, lng },
        auth: 'token',
        raw: true,
        signal,
      })
      const value = valueOf<{ Events?: { Id: number; PeriodId: number; IsOn?: boolean }[]; Channels?: number[] }>(body)
      return {
        events: (value?.Events ?? []).map(({ Id, PeriodId, IsOn }) => ({ id: Id, periodId: PeriodId, on: IsOn === true })),
        channels: value?.Channels ?? [],
      }
    },
    staleTime: 0,
  })
  return (
    <Modal title={text('bell_title')} size="small" onClose={onClose}>
      <p className={styles.game}>
        <bdi>{[game.side1, game.side2].filter(Boolean).join(' – ')}</bdi>
      </p>
      {types.isError || chosen.isError ? (
        <ErrorState onRetry={() => void Promise.all([types.refetch(), chosen.refetch()])} />
      ) : !types.data || !chosen.data || !chosen.isFetchedAfterMount ? (
        // Another tab may have chosen since: what is chosen here begins with an answer to this opening.
        <SkeletonRows rows={4} />
      ) : types.data.length === 0 ? (
        <EmptyState icon="bell-off">{text('bell_nothing')}</EmptyState>
      ) : (
        <Choice game={game} types={types.data} before={chosen.data} onClose={onClose} />
      )}
    </Modal>
  )
}

interface ChoiceProps {
  game: LineGame
  types: readonly EventType[]
  before: Subscription
  onClose: () => void
}

function Choice({ game, types, before, onClose }: ChoiceProps) {
  const text = useSiteTexts()
  const [on, setOn] = useState<ReadonlySet<string>>(() => new Set(before.events.filter((one) => one.on).map(keyOf)))
  const [push, setPush] = useState(before.channels.includes(CHANNELS.push))
  const [mail, setMail] = useState(before.channels.includes(CHANNELS.mail))
  const [saving, setSaving] = useState(false)
  const toggle = (key: string) => {
    const next = new Set(on)
    if (!next.delete(key)) next.add(key)
    setOn(next)
  }
  const save = async () => {
    setSaving(true)
    try {
      const pushed = push && (await allowPush())
      if (push && !pushed) showToast({ kind: 'warning', text: text('bell_push_refused') })
      const events = types.filter((type) => on.has(keyOf(type))).map(({ id, periodId }) => ({ id, period_id: periodId }))
      const channels = [CHANNELS.site, ...(pushed ? [CHANNELS.push] : []), ...(mail ? [CHANNELS.mail] : [])]
      await request('POST', '/web-api/gamesubscription/save', { body: { game_id: game.i, events, channels }, auth: 'token' })
      showToast({ kind: 'success', text: text(events.length ? 'bell_saved' : 'bell_stopped') })
      onClose()
    } catch (error) {
      // Who has no confirmed address is told so, in words of the server.
      showToast({ kind: 'error', text: (mail && error instanceof Error && error.message) || text('bell_failed') })
      setSaving(false)
    }
  }
  return (
    <div className={styles.form}>
      {types.map((type) => (
        <CheckBox key={keyOf(type)} checked={on.has(keyOf(type))} onChange={() => toggle(keyOf(type))}>
          {type.periodId === DETAILS ? text('bell_details', { name: type.name }) : type.name}
        </CheckBox>
      ))}
      {canPush() ? (
        <CheckBox toggle checked={push} onChange={setPush}>
          {text('bell_push')}
        </CheckBox>
      ) : null}
      <CheckBox toggle checked={mail} onChange={setMail}>
        {text('bell_mail')}
      </CheckBox>
      <Button kind="primary" wide loading={saving} onClick={() => void save()}>
        {text('bell_save')}
      </Button>
    </div>
  )
}
