/**
 * A part of a page whose code comes in a file of its own. When the file does not come, that is logged, the page around
 * it stays whole, and a note offers to load again. Again means the whole document: a browser remembers for its life
 * that a file could not be had. What the player has chosen survives that (UI-17).
 */
import { Component, lazy, useCallback, type ComponentType, type ReactNode } from 'react'
import { useUi } from '#ui/settings.tsx'
import { showToast } from './ModalHost.tsx'

export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: await load() }))
  return function LazyPart(props: P) {
    return (
      <PartBoundary onFailed={useLoadFailed()}>
        <Part {...props} />
      </PartBoundary>
    )
  }
}

/** Says that a part did not come, and offers to load the page again. */
export function useLoadFailed(): (error: unknown) => void {
  const { text } = useUi()
  return useCallback(
    (error: unknown) => {
      console.error('a part of the page did not load', error)
      showToast({ kind: 'error', text: text('server_generic'), action: { label: text('retry'), onPress: () => location.reload() } })
    },
    [text],
  )
}

class PartBoundary extends Component<{ onFailed: (error: unknown) => void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onFailed(error)
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
