import { Drawer } from '#ui/Overlay.tsx'
import { MenuPanel } from './MenuPanel.tsx'

/** The menu over the page: its code comes when somebody opens it. */
export function MenuDrawer({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <Drawer title={title} onClose={onClose}>
      <MenuPanel onDone={onClose} />
    </Drawer>
  )
}
