import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const AGAIN_MS = 2_000

/**
 * While the line is still coming after a start of the server, lists (or what `call` ends with) are asked again soon, and once more
 * when it is whole.
 */
export function useComing(isComing: boolean, call = 'Get1x2_VZip'): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isComing) return undefined
    const again = (): void => void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).endsWith(call) })
    const timer = setInterval(again, AGAIN_MS)
    return () => {
      clearInterval(timer)
      again()
    }
  }, [client, isComing, call])
}
