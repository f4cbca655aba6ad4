import { useTexts } from '#platform/web/i18n.ts'
import { saveText } from '#platform/web/save-file.ts'
import { useCopied } from '#platform/web/use-copied.ts'
import { officeStyles, TakeFocus } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import styles from './Security.module.css'

/** Shown once: afterwards only their fingerprints exist. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = useTexts<typeof import('../../../../locales/ru/security.json')>('security')
  const [copied, copy] = useCopied()
  const all = `${codes.join('\n')}\n`
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
        <Button icon={copied ? 'check' : 'copy'} onClick={() => copy(all)}>
          {text(copied ? 'copied' : 'copy')}
        </Button>
        <Button icon="download" onClick={() => saveText('recovery-codes.txt', all)}>
          {text('save_file')}
        </Button>
        <Button kind="primary" onClick={onDone}>
          {text('codes_saved')}
        </Button>
      </div>
    </>
  )
}
