import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'

const SHOWN_MS = 2_000

/** Copies a text; it stands first for a moment after it was copied. A page that may not copy says nothing. */
export function useCopied(): [copied: string | null, copy: (text: string) => void] {
  const [copied, setCopied] = useState<string | null>(null)
  useEffect(() => {
    if (copied === null) return
    const timer = setTimeout(() => setCopied(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return [copied, (text) => void copyText(text).then((isCopied) => setCopied(isCopied ? text : null))]
}
