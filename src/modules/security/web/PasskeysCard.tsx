import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isPasskeyDismissed, OfficeCard, officeStyles, useStepUp } from '#modules/auth/web/index.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { call, request } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { addOptionsCall, removeCall } from '../contract/passkey.ts'
import { PasskeyRow } from './PasskeyRow.tsx'
import { PASSKEYS, passkeysQuery } from './passkeys-query.ts'

type SecurityTexts = typeof import('../../../../locales/ru/security.json')

/** What WebAuthn calls it when the device has one of the keys that it was told of, and makes no second. */
const HAS_KEY = 'InvalidStateError'

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
      setProblem(isApiError(error) ? error.message : text(error.name === HAS_KEY ? 'passkey_known' : 'passkey_failed'))
    },
  })
  const add = useMutation({ ...options(() => add.mutate()), mutationFn: makePasskey })
  const remove = useMutation({
    ...options(() => remove.variables && remove.mutate(remove.variables)),
    mutationFn: (id: string) => call<typeof removeCall>('POST', `${PASSKEYS}/remove`, { auth: 'token', body: { id } }),
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
  const { authId, options } = await call<typeof addOptionsCall>('POST', `${PASSKEYS}/options`, { auth: 'token' })
  const { startRegistration } = await import('@simplewebauthn/browser')
  const response = await startRegistration({ optionsJSON: options as never })
  await request('POST', `${PASSKEYS}/add`, { auth: 'token', body: { authId, name: '', response } })
}
