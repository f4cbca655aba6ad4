/** Door of protection in the browser. */
export { ClosedSync } from './ClosedSync.tsx'
export { NetPosition } from './NetPosition.tsx'
export { PanicCorner } from './PanicButton.tsx'
export { RealityCheck } from './RealityCheck.tsx'
