export { studentStateWords } from '#domain/student.ts'
