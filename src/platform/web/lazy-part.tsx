/**
 * A part of a page whose code comes in a file of its own. When the file does not come, that is logged, the page around
 * it stays whole, and a note offers to load again. Again means the whole document: a browser remembers for its life
 * that a file could not be had. What the player has chosen survives that (UI-17). A part that is the page's own content
 * says so in its place: a note that passes would leave nothing behind. Whoever waits for the part hears `onFailed`, each
 * time that it should have stood there.
 */
import { Component, lazy, useCallback, type ComponentType, type ReactNode } from 'react'
import { useUi } from '#ui/settings.tsx'
import { ErrorState } from '#ui/States.tsx'
import { showToast } from './ModalHost.tsx'

const reload = () => location.reload()

export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { inPlace = false, onFailed }: { inPlace?: boolean; onFailed?: () => void } = {},
): ComponentType<P> {
  const Part = lazy(async () => ({ default: await load() }))
  return function LazyPart(props: P) {
    const passing = useLoadFailed()
    const failed = (error: unknown) => {
      ;(inPlace ? logged : passing)(error)
      onFailed?.()
    }
    return (
      <PartBoundary onFailed={failed} failure={inPlace ? <ErrorState onRetry={reload} /> : null}>
        <Part {...props} />
      </PartBoundary>
    )
  }
}

function logged(error: unknown): void {
  console.error('a part of the page did not load', error)
}

/** Says that a part did not come, and offers to load the page again. */
export function useLoadFailed(): (error: unknown) => void {
  const { text } = useUi()
  return useCallback(
    (error: unknown) => {
      logged(error)
      showToast({ kind: 'error', text: text('server_generic'), action: { label: text('retry'), onPress: reload } })
    },
    [text],
  )
}

interface BoundaryProps {
  onFailed: (error: unknown) => void
  /** Stands where the part would. */
  failure: ReactNode
  children: ReactNode
}

class PartBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onFailed(error)
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.failure : this.props.children
  }
}
