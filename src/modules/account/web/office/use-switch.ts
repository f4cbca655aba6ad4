import { hashKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '#platform/web/ModalHost.tsx'

interface Switches<D, C> {
  /** Of the query whose answer is shown. */
  queryKey: readonly unknown[]
  /** What is shown after a change. */
  apply: (data: D, change: C) => D
  /** The change that takes one back; `before` is what stood there. */
  undo: (change: C, before: D) => C
  /** `data` as it is when the turn of the change has come, with every later change in it. */
  send: (change: C, data: D) => Promise<unknown>
}

/**
 * Switches that move at once. Several in a row are sent one after the other, so that the last one holds; a refusal moves its own
 * switch back and says so, and what holds is read when all have been answered.
 */
export function useSwitch<D, C>({ queryKey, apply, undo, send }: Switches<D, C>): (change: C) => void {
  const client = useQueryClient()
  const show = (change: C) => client.setQueryData<D>(queryKey, (data) => data && apply(data, change))
  const { mutate } = useMutation({
    mutationKey: queryKey,
    scope: { id: hashKey(queryKey) },
    mutationFn: (change: C) => send(change, client.getQueryData<D>(queryKey)!),
    onMutate: async (change) => {
      // A read that is on its way knows nothing of the change.
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData<D>(queryKey)
      show(change)
      return before && { back: undo(change, before) }
    },
    onError: (error, _change, kept) => {
      if (kept) show(kept.back)
      showToast({ kind: 'error', text: error.message })
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey: queryKey }) === 1) void client.invalidateQueries({ queryKey })
    },
  })
  return mutate
}
