import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { request } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { allowPush, canPush, pushHere } from '#platform/web/push.ts'
import { OfficeCard, officeStyles } from '#modules/auth/web/index.ts'
import { CheckBox } from '#ui/Field.tsx'
import { Notice } from '#ui/Notice.tsx'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

const KEY = ['push-topics'] as const
const HERE_KEY = ['push-here'] as const
const NEVER = () => () => {}
const TOPICS = ['bets', 'orders', 'money'] as const
type Topic = (typeof TOPICS)[number]

interface Choice {
  topics: readonly Topic[]
  browsers: number
}

function topicsCall(topics?: readonly Topic[]): Promise<Choice> {
  return request('POST', '/web-api/gamesubscription/push-topics', { auth: 'token', body: topics ? { topics } : {} })
}

/** Of what this player's browsers tell while no page of the site is open (XT-71); games are followed by their bell. */
export function PushChoices() {
  const text = useTexts<AccountTexts>('account')
  const client = useQueryClient()
  const { data } = useQuery({ queryKey: KEY, queryFn: () => topicsCall() })
  const save = useMutation({
    // Who takes a topic away is asked nothing: a browser that refuses notices must not keep him from it.
    mutationFn: async ({ topics, asks }: { topics: readonly Topic[]; asks: boolean }) => {
      if (asks && !(await allowPush())) throw new Error(text('push_refused'))
      return topicsCall(topics)
    },
    onSuccess: (reply) => client.setQueryData(KEY, reply),
    onError: (error) => showToast({ kind: 'error', text: error.message }),
    // The player may have answered the browser for good, one way or the other.
    onSettled: () => client.invalidateQueries({ queryKey: HERE_KEY }),
  })
  const chosen = data?.topics ?? []
  // The server cannot know; its page says what most browsers can.
  const possible = useSyncExternalStore(NEVER, canPush, () => true)
  return (
    <OfficeCard id="push" title={text('push')} lead={text(possible ? 'push_lead' : 'push_impossible')}>
      {data ? <NotHere choice={data} busy={save.isPending} onAllow={() => save.mutate({ topics: chosen, asks: true })} /> : null}
      <div className={officeStyles.form}>
        {TOPICS.map((topic) => (
          <CheckBox
            key={topic}
            toggle
            disabled={!data || !possible || save.isPending}
            checked={(save.isPending ? save.variables.topics : chosen).includes(topic)}
            onChange={(on) => save.mutate({ topics: on ? [...chosen, topic] : chosen.filter((one) => one !== topic), asks: on })}
          >
            {text(`push_${topic}`)}
          </CheckBox>
        ))}
      </div>
    </OfficeCard>
  )
}

/** The choice is the player's, on all his browsers; whether this one is among those that are told is another matter. */
function NotHere({ choice, busy, onAllow }: { choice: Choice; busy: boolean; onAllow: () => void }) {
  const text = useTexts<AccountTexts>('account')
  const { data: here } = useQuery({ queryKey: HERE_KEY, queryFn: pushHere })
  if (here === 'denied') return <Notice kind="warning">{text('push_denied')}</Notice>
  // The server forgets a browser that its push service no longer knows.
  const isTold = here === 'on' && choice.browsers > 0
  if (!here || here === 'impossible' || isTold || choice.topics.length === 0) return null
  return (
    <Notice kind="info" action={{ label: text('push_allow_here'), onPress: onAllow, busy }}>
      {text('push_not_here')}
    </Notice>
  )
}
