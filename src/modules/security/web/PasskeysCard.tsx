import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isPasskeyDismissed, OfficeCard, officeStyles, useStepUp } from '#modules/auth/web/index.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { call, request } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import type { addOptionsCall, listCall, removeCall, renameCall } from '../contract/passkey.ts'

type SecurityTexts = typeof import('../../../../locales/ru/security.json')

const OFFICE = '/web-api/office/passkeys'
const passkeysQuery = {
  queryKey: ['passkeys'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call<typeof listCall>('GET', OFFICE, { auth: 'token', signal }),
}

/** Keys of the player's devices: made, named, forgotten. */
export function PasskeysCard() {
  const text = useTexts<SecurityTexts>('security')
  const client = useQueryClient()
  const { data } = useQuery(passkeysQuery)
  const [again, setAgain] = useState<(() => void) | null>(null)
  const stepUp = useStepUp()
  const [problem, setProblem] = useState<string | null>(null)
  const options = (retry: () => void) => ({
    onSuccess: () => {
      setProblem(null)
      return client.invalidateQueries(passkeysQuery)
    },
    onError: (error: Error) => {
      if (isPasskeyDismissed(error)) return
      if (stepUp.onRefused(error)) return setAgain(() => retry)
      setProblem(isApiError(error) ? error.message : text('passkey_failed'))
    },
  })
  const add = useMutation({ ...options(() => add.mutate()), mutationFn: makePasskey })
  const remove = useMutation({
    ...options(() => remove.variables && remove.mutate(remove.variables)),
    mutationFn: (id: string) => call<typeof removeCall>('POST', `${OFFICE}/remove`, { auth: 'token', body: { id } }),
  })
  if (data && !data.offered && data.passkeys.length === 0) return null
  return (
    <OfficeCard id="passkeys" title={text('passkeys')} lead={text('passkeys_lead')}>
      {problem ? (
        <Notice kind="error" announce>
          {problem}
        </Notice>
      ) : null}
      <ul className={officeStyles.list} data-testid="passkeys">
        {data?.passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            removing={remove.isPending && remove.variables === passkey.id}
            onRemove={() => remove.mutate(passkey.id)}
          />
        ))}
      </ul>
      <div className={officeStyles.actions}>
        <Button kind="primary" icon="key" loading={add.isPending} onClick={() => add.mutate()}>
          {text('passkey_add')}
        </Button>
      </div>
      {stepUp.modal(() => again?.())}
    </OfficeCard>
  )
}

/** Asks the server what is needed, the device for a key, and gives it to the server. */
async function makePasskey(): Promise<void> {
  const { authId, options } = await call<typeof addOptionsCall>('POST', `${OFFICE}/options`, { auth: 'token' })
  const { startRegistration } = await import('@simplewebauthn/browser')
  const response = await startRegistration({ optionsJSON: options as never })
  await request('POST', `${OFFICE}/add`, { auth: 'token', body: { authId, name: '', response } })
}

interface PasskeyRowProps {
  passkey: { id: string; name: string; created: number; used: number; synced: boolean }
  removing: boolean
  onRemove: () => void
}

function PasskeyRow({ passkey, removing, onRemove }: PasskeyRowProps) {
  const text = useTexts<SecurityTexts>('security')
  const { lng, country } = useSite()
  const client = useQueryClient()
  const [name, setName] = useState<string | null>(null)
  const rename = useMutation({
    mutationFn: (wanted: string) =>
      call<typeof renameCall>('POST', `${OFFICE}/rename`, { auth: 'token', body: { id: passkey.id, name: wanted } }),
    onSuccess: () => {
      setName(null)
      return client.invalidateQueries(passkeysQuery)
    },
  })
  const date = (seconds: number) => formatDate(seconds * 1000, 'P', { lng, country })
  if (name !== null)
    return (
      <li className={officeStyles.item}>
        <span className={officeStyles.itemText}>
          <TextField label={text('passkey_name')} value={name} onChange={setName} maxLength={60} error={rename.error?.message} />
        </span>
        <Button size="small" kind="primary" loading={rename.isPending} onClick={() => rename.mutate(name)}>
          {text('passkey_save')}
        </Button>
      </li>
    )
  return (
    <li className={officeStyles.item}>
      <span className={officeStyles.itemIcon}>
        <Icon name="key" size={18} />
      </span>
      <span className={officeStyles.itemText}>
        <strong>
          <bdi>{passkey.name}</bdi>
        </strong>
        <small>
          {text('passkey_made')} <Num>{date(passkey.created)}</Num>
          {passkey.used ? (
            <>
              {' · '}
              {text('passkey_used')} <Num>{date(passkey.used)}</Num>
            </>
          ) : null}
        </small>
      </span>
      <Button size="small" onClick={() => setName(passkey.name)}>
        {text('passkey_rename')}
      </Button>
      <Button size="small" kind="danger" loading={removing} onClick={onRemove}>
        {text('passkey_remove')}
      </Button>
    </li>
  )
}
