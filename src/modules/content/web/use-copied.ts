import { useEffect, useState } from 'react'

const SHOWN_MS = 2_000

/** Copies a text; true for a moment after it was copied. */
export function useCopied(value: string): [boolean, () => void] {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  return [
    copied,
    () =>
      void navigator.clipboard?.writeText(value).then(
        () => setCopied(true),
        () => {},
      ),
  ]
}
