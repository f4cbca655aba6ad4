/** Long enough for a browser that asks where to put it. */
const KEPT_MS = 60_000

/** Gives the visitor a file of the page's own making. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}

export function saveText(name: string, content: string, type = 'text/plain'): void {
  saveFile(name, new Blob([content], { type: `${type};charset=utf-8` }))
}
