export {
  createHttp,
  forceLoadStage,
  hotRoute,
  isService,
  loadStage,
  registered,
  route,
  textOf,
  watchLoad,
  type Ctx,
  type FastPath,
  type Http,
  type KnownRequest,
  type Identity,
  type Player,
  type Session,
  type Visit,
} from './http/http.ts'
export { envelopeA } from './http/envelope.ts'
export { jsonOf, JsonText } from './http/json-text.ts'
export { assertSound, Malformed } from './http/malformed.ts'
