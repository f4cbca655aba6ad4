/**
 * The widget of a hosted captcha (specification 4): one hidden frame for the life of the page, run on demand, and seen
 * only while its provider asks the visitor something. No component: a frame that is moved or drawn anew loads anew.
 */
import styles from './HostedWidget.module.css'

/** The frame may take this long to get its provider's script. */
const LOAD_WAIT_MS = 10_000

/** closed: left by the visitor, expired or refused · failed: it did not load · without: the check without a picture is wanted. */
export type HostedOutcome = { token: string } | 'closed' | 'failed' | 'without'

export interface HostedTexts {
  title: string
  close: string
  without: string
}

interface Widget {
  isReady: Promise<boolean>
  run(): Promise<HostedOutcome>
  remove(): void
}

let widget: Widget | null = null

export async function runHosted(src: string, texts: HostedTexts): Promise<HostedOutcome> {
  widget ??= makeWidget(src, texts)
  const made = widget
  if (await made.isReady) return made.run()
  // The next try begins anew.
  made.remove()
  widget = null
  return 'failed'
}

function makeWidget(src: string, texts: HostedTexts): Widget {
  const { dialog, frame, close, without } = windowOf(src, texts)
  let finish: ((outcome: HostedOutcome) => void) | null = null
  const end = (outcome: HostedOutcome) => {
    dialog.close()
    finish?.(outcome)
    finish = null
  }
  const leave = (outcome: HostedOutcome) => {
    tell(frame, 'reset')
    end(outcome)
  }
  close.onclick = () => leave('closed')
  without.onclick = () => leave('without')
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    leave('closed')
  })
  dialog.addEventListener('pointerdown', (event) => {
    if (event.target === dialog) leave('closed')
  })
  let loaded: (isLoaded: boolean) => void = () => {}
  const isReady = new Promise<boolean>((resolve) => (loaded = resolve))
  const late = setTimeout(() => loaded(false), LOAD_WAIT_MS)
  const listen = (event: MessageEvent) => {
    if (event.origin !== location.origin || event.source !== frame.contentWindow) return
    const said = event.data as { captcha?: unknown; token?: unknown } | null
    if (said?.captcha === 'ready') {
      clearTimeout(late)
      loaded(true)
    } else if (said?.captcha === 'open' && finish && !dialog.open) dialog.showModal()
    else if (said?.captcha === 'token' && typeof said.token === 'string' && said.token) end({ token: said.token })
    else if (said?.captcha === 'closed' || said?.captcha === 'expired') end('closed')
    else if (said?.captcha === 'error') {
      // Before it was ready: it did not load. Afterwards an error is a check that was not passed.
      loaded(false)
      end('closed')
    }
  }
  window.addEventListener('message', listen)
  return {
    isReady,
    run: () =>
      new Promise((resolve) => {
        finish?.('closed')
        finish = resolve
        tell(frame, 'execute')
      }),
    remove: () => {
      window.removeEventListener('message', listen)
      dialog.remove()
    },
  }
}

const tell = (frame: HTMLIFrameElement, what: 'execute' | 'reset') => frame.contentWindow?.postMessage(what, location.origin)

function windowOf(src: string, texts: HostedTexts) {
  const dialog = document.createElement('dialog')
  dialog.className = styles.window ?? ''
  dialog.setAttribute('aria-label', texts.title)
  const panel = add(dialog, 'div', styles.panel)
  const bar = add(panel, 'div', styles.bar)
  bar.append(texts.title)
  const close = add(bar, 'button', styles.close)
  close.type = 'button'
  close.setAttribute('aria-label', texts.close)
  const frame = add(panel, 'iframe', styles.frame)
  frame.title = texts.title
  frame.src = src
  const without = add(panel, 'button', styles.without)
  without.type = 'button'
  without.textContent = texts.without
  document.body.append(dialog)
  return { dialog, frame, close, without }
}

function add<K extends keyof HTMLElementTagNameMap>(to: Element, tag: K, className: string | undefined): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  element.className = className ?? ''
  to.append(element)
  return element
}
