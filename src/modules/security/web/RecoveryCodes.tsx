import { useState } from 'react'
import { useTexts } from '#platform/web/i18n.ts'
import { officeStyles, TakeFocus } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import styles from './Security.module.css'

/** Shown once: afterwards only their fingerprints exist. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = useTexts<typeof import('../../../../locales/ru/security.json')>('security')
  const [copied, setCopied] = useState(false)
  const all = `${codes.join('\n')}\n`
  const save = () => {
    const url = URL.createObjectURL(new Blob([all], { type: 'text/plain;charset=utf-8' }))
    const link = document.createElement('a')
    link.href = url
    link.download = 'recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <>
      <Notice kind="warning" announce>
        {text('recovery_once')}
      </Notice>
      <TakeFocus id="two-factor" />
      <ol className={styles.codes} data-testid="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <Num>{code}</Num>
          </li>
        ))}
      </ol>
      <div className={officeStyles.actions}>
        <Button icon={copied ? 'check' : 'copy'} onClick={() => void navigator.clipboard.writeText(all).then(() => setCopied(true))}>
          {text(copied ? 'copied' : 'copy')}
        </Button>
        <Button icon="download" onClick={save}>
          {text('save_file')}
        </Button>
        <Button kind="primary" onClick={onDone}>
          {text('codes_saved')}
        </Button>
      </div>
    </>
  )
}
