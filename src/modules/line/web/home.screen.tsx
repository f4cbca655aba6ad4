export default function Home() { return <main><h1>Polosa</h1></main> }
