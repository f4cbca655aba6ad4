import { KeyList } from '#ui/KeyList.tsx'
import { Modal } from '#ui/Overlay.tsx'

interface KeysModalProps {
  title: string
  enabled: boolean
  onToggle: (enabled: boolean) => void
  onClose: () => void
}

/** The keys of the page, and the switch that turns single letters off. */
export function KeysModal({ title, enabled, onToggle, onClose }: KeysModalProps) {
  return (
    <Modal title={title} onClose={onClose}>
      <KeyList enabled={enabled} onToggle={onToggle} />
    </Modal>
  )
}
