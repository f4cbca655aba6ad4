import { fileFault } from '../rules/form.ts'
import { useIdentityTexts } from './texts.ts'

const MB = 1024 * 1024

export const shortType = (type: string) => type.replace(/^.*\//, '').toUpperCase()

/** What is said of a file that the server would not take: nothing of one that it would. */
export function useFileWords(types: readonly string[], maxBytes: number) {
  const text = useIdentityTexts()
  const sizeMb = Math.floor(maxBytes / MB)
  const wrong = (file: File): string | null => {
    const fault = fileFault(file, { types, maxBytes })
    return fault ? `${file.name.slice(0, 60)}: ${text(`fault_${fault}`, { types: types.map(shortType).join(', '), most: sizeMb })}` : null
  }
  return { wrong, sizeMb }
}
