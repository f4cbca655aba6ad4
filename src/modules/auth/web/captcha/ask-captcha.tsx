/**
 * A captcha on demand (specification 4): what can be done without the visitor is done silently, everything else opens
 * one modal. Success gives the token, leaving it rejects as `Dismissed captcha`; both are counted.
 */
import { Suspense } from 'react'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { modals } from '#platform/web/modal-queue.ts'
import { track } from '#platform/web/telemetry.ts'
import type { CaptchaTaskReply } from '../../contract/captcha.ts'
import type { HostedOutcome, HostedTexts } from './hosted-widget.ts'
import { askTask, doWork } from './solve.ts'

const SUCCESS = 10_190
const FAILED = 10_191

export class CaptchaDismissed extends Error {
  override name = 'CaptchaDismissed'
  override message = 'Dismissed captcha'
}

/** Texts of the window in which a provider asks something; it stands outside the pages. */
type HostedTextKey = 'captcha_title' | 'captcha_close' | 'captcha_without'

const CaptchaModal = lazyPart(async () => (await import('./CaptchaModal.tsx')).CaptchaModal)

/** The token for x-captcha-token; undefined where the brand asks for none. Throws CaptchaDismissed. */
export async function askCaptcha(type: string, text: (key: HostedTextKey) => string): Promise<string | undefined> {
  if (type === 'disabled') return undefined
  const begunAt = performance.now()
  const elapsedMs = () => Math.round(performance.now() - begunAt)
  try {
    const task = await askTask()
    const token = await tokenOf(task, text)
    if (token === null) throw new CaptchaDismissed()
    track(SUCCESS, { kind: task.kind, elapsedMs: elapsedMs() })
    return token
  } catch (error) {
    track(FAILED, { elapsedMs: elapsedMs() })
    throw error
  }
}

async function tokenOf(task: CaptchaTaskReply, text: (key: HostedTextKey) => string): Promise<string | null> {
  if (task.kind === 'pow') return doWork(task, new AbortController())
  if (task.kind !== 'hosted') return showTask(task)
  const texts = { title: text('captcha_title'), close: text('captcha_close'), without: text('captcha_without') }
  const outcome = await showHosted(task.frame ?? '', texts)
  if (outcome === 'failed') return showTask(task)
  if (outcome === 'without') return doWork(await askTask('pow'), new AbortController())
  return outcome === 'closed' ? null : outcome.token
}

/** Runs the page's one hosted widget; few pages ever need it. */
export async function showHosted(src: string, texts: HostedTexts): Promise<HostedOutcome> {
  const { runHosted } = await import('./hosted-widget.ts')
  return runHosted(src, texts)
}

/** A picture of ours, or the word that a hosted captcha did not load. */
function showTask(task: CaptchaTaskReply): Promise<string | null> {
  return new Promise((resolve) => {
    modals.show({
      name: 'captcha',
      over: true,
      onClosed: () => resolve(null),
      render: (close) => (
        <Suspense>
          <CaptchaModal
            first={task}
            onToken={(token) => {
              resolve(token)
              close()
            }}
            onClose={close}
          />
        </Suspense>
      ),
    })
  })
}
