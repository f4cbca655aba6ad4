export {
  createHttp,
  forceLoadStage,
  hotRoute,
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
export { jsonOf, JsonText } from './http/json-text.ts'
