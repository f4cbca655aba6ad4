export {
  createHttp,
  registered,
  route,
  setCaptchaCheck,
  textOf,
  type Ctx,
  type Http,
  type Identity,
  type Player,
  type Session,
  type Visit,
} from './http/http.ts'
