export * from './contract/endpoints.ts'
export * from './contract/schemas.ts'
