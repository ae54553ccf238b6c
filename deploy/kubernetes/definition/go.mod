// Where JobSet's definition comes from: kubernetes.sh check reads it in this module. Nothing of it is built or kept here.
module definition

go 1.21

require sigs.k8s.io/jobset v0.9.1
