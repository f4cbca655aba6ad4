import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type KeyboardEvent } from 'react'
import { officeStyles, TakeFocus } from '#modules/auth/web/index.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import type { renameCall } from '../contract/passkey.ts'
import { PASSKEY_NAME_MOST } from '../rules/passkey-name.ts'
import { PASSKEYS, passkeysQuery } from './passkeys-query.ts'
import styles from './Security.module.css'

type SecurityTexts = typeof import('../../../../locales/ru/security.json')

interface Passkey {
  id: string
  name: string
  created: number
  used: number
}

interface PasskeyRowProps {
  passkey: Passkey
  removing: boolean
  onRemove: () => void
}

/** One key: its name, to be changed, and its end, which is asked about first. */
export function PasskeyRow({ passkey, removing, onRemove }: PasskeyRowProps) {
  const text = useTexts<SecurityTexts>('security')
  const { lng, country } = useSite()
  const [step, setStep] = useState<'none' | 'rename' | 'renamed' | 'remove'>('none')
  const renameId = useId()
  const date = (seconds: number) => formatDate(seconds * 1000, 'P', { lng, country })
  if (step === 'rename') return <RenameForm passkey={passkey} onDone={() => setStep('renamed')} />
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
      <Button size="small" id={renameId} onClick={() => setStep('rename')}>
        {text('passkey_rename')}
      </Button>
      {step === 'renamed' ? <TakeFocus id={renameId} /> : null}
      <Button size="small" kind="danger" loading={removing} disabled={step === 'remove'} onClick={() => setStep('remove')}>
        {text('passkey_remove')}
      </Button>
      {step === 'remove' ? (
        <Notice
          kind="question"
          announce
          className={styles.question}
          action={{ label: text('passkey_remove'), onPress: onRemove, busy: removing }}
          onClose={() => setStep('none')}
        >
          {text('passkey_remove_question')}
        </Notice>
      ) : null}
    </li>
  )
}

function RenameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const text = useTexts<SecurityTexts>('security')
  const client = useQueryClient()
  const [name, setName] = useState(passkey.name)
  const fieldId = useId()
  const rename = useMutation({
    mutationFn: () => call<typeof renameCall>('POST', `${PASSKEYS}/rename`, { auth: 'token', body: { id: passkey.id, name } }),
    onSuccess: async () => {
      await client.invalidateQueries(passkeysQuery)
      onDone()
    },
  })
  const leave = ({ key }: KeyboardEvent) => key === 'Escape' && onDone()
  return (
    <li>
      <form
        className={officeStyles.item}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!rename.isPending) rename.mutate()
        }}
      >
        <div className={officeStyles.itemText}>
          <TextField
            id={fieldId}
            label={text('passkey_name')}
            value={name}
            onChange={setName}
            maxLength={PASSKEY_NAME_MOST}
            autoComplete="off"
            error={rename.error?.message}
            onKeyDown={leave}
          />
          <TakeFocus id={fieldId} />
        </div>
        <Button type="submit" size="small" kind="primary" loading={rename.isPending} onKeyDown={leave}>
          {text('passkey_save')}
        </Button>
        <Button size="small" kind="quiet" onClick={onDone} onKeyDown={leave}>
          {text('cancel')}
        </Button>
      </form>
    </li>
  )
}
