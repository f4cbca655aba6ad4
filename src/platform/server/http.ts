export {
  createHttp,
  hotRoute,
  registered,
  route,
  setAccountGate,
  setCaptchaCheck,
  textOf,
  type Ctx,
  type Http,
  type KnownRequest,
  type Identity,
  type Player,
  type Session,
  type Visit,
} from './http/http.ts'
export { JsonText } from './http/json-text.ts'
