import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/**
 * Whether what comes into the field stands behind its whole text: nothing of it was marked, and the caret was at its end.
 * `onAnew` is called before anything else comes: one sign typed over the same sign is told by no event of its own afterwards.
 */
export function useTypedBehind(field: RefObject<HTMLInputElement | null>, onAnew: () => void): RefObject<boolean> {
  const isBehind = useRef(true)
  const look = useEffectEvent(({ value, selectionStart }: HTMLInputElement) => {
    isBehind.current = selectionStart === null || selectionStart === value.length
    if (!isBehind.current) onAnew()
  })
  useEffect(() => {
    const input = field.current
    if (!input) return undefined
    const kinds = ['beforeinput', 'paste']
    const onComing = () => look(input)
    for (const kind of kinds) input.addEventListener(kind, onComing)
    return () => kinds.forEach((kind) => input.removeEventListener(kind, onComing))
  }, [field])
  return isBehind
}
