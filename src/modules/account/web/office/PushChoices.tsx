import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { request } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { allowPush, canPush } from '#platform/web/push.ts'
import { OfficeCard, officeStyles } from '#modules/auth/web/index.ts'
import { CheckBox } from '#ui/Field.tsx'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

const KEY = ['push-topics'] as const
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
    mutationFn: async (topics: readonly Topic[]) => {
      if (topics.length > 0 && !(await allowPush())) throw new Error(text('push_refused'))
      return topicsCall(topics)
    },
    onSuccess: (reply) => client.setQueryData(KEY, reply),
    onError: (error) => showToast({ kind: 'error', text: error.message }),
  })
  const chosen = data?.topics ?? []
  // The server cannot know; its page says what most browsers can.
  const possible = useSyncExternalStore(NEVER, canPush, () => true)
  return (
    <OfficeCard id="push" title={text('push')} lead={text(possible ? 'push_lead' : 'push_impossible')}>
      <div className={officeStyles.form}>
        {TOPICS.map((topic) => (
          <CheckBox
            key={topic}
            toggle
            disabled={!data || !possible || save.isPending}
            checked={(save.isPending ? save.variables : chosen).includes(topic)}
            onChange={(on) => save.mutate(on ? [...chosen, topic] : chosen.filter((one) => one !== topic))}
          >
            {text(`push_${topic}`)}
          </CheckBox>
        ))}
      </div>
    </OfficeCard>
  )
}
