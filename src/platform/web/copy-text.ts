/** Whether the text is in the clipboard now. Pages without TLS (a shop's own network) may copy only what is selected. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.cssText = 'position:fixed;inset-block-start:0;opacity:0'
  // Inside of the open dialog: what stands outside of it cannot take the focus. Safari gives none to a button that is pressed.
  const place = before?.closest('dialog') ?? [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  place.append(field)
  field.focus({ preventScroll: true })
  field.select()
  // Obsolete by name, and the only way that browsers leave to such a page.
  const copied = document.execCommand?.('copy') ?? false
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return copied
}
