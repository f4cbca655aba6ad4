/**
 * What a hand does before the page listens is not lost: fields keep what was typed, and presses are made once the page has
 * been taken over. Links need none of this. It stands in the head of every document, so it uses nothing from outside
 * itself. A press that is made later is no press of a hand: one-click bets do not take it for one (WEB-26).
 */
function keepEarlyInput(root: HTMLElement, patienceMs: number): void {
  type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
  const typed = new Map<Field, string>()
  const pressed = new Map<HTMLElement, number>()
  const onInput = ({ target }: Event) => typed.set(target as Field, (target as Field).value)
  const onPress = (event: Event) => {
    const button = (event as SubmitEvent).submitter ?? (event.target as Element).closest<HTMLElement>('button[type=button]')
    if (!button) return
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed.set(button, performance.now())
  }
  const tell = (field: Field, value: string) => {
    if (/^(?:checkbox|radio)$/.test(field.type)) {
      const box = field as HTMLInputElement
      box.checked = !box.checked
      box.click()
    } else if (field.tagName === 'SELECT') field.dispatchEvent(new Event('change', { bubbles: true }))
    else {
      // React remembers what it saw last, and only hears of something else.
      field.value = `${value} `
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  const listeners = [
    ['input', onInput],
    ['click', onPress],
    ['submit', onPress],
  ] as const
  for (const [kind, listener] of listeners) window.addEventListener(kind, listener, true)
  new MutationObserver((_, observer) => {
    observer.disconnect()
    for (const [kind, listener] of listeners) window.removeEventListener(kind, listener, true)
    for (const [field, value] of typed) tell(field, value)
    // Forms are sent with what they have been told.
    setTimeout(() => {
      for (const [button, at] of pressed) if (performance.now() - at < patienceMs) button.click()
    })
  }).observe(root, { attributeFilter: ['data-hydrated'] })
}

/** Whoever has waited longer than that has gone on to something else. */
const PATIENCE_MS = 10_000

export const earlyInput = (): string => `(${keepEarlyInput.toString()})(document.documentElement,${PATIENCE_MS})`
